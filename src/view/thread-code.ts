/** The program of the worker, which the build puts here: the page is one file. */
export const threadCode = "";
