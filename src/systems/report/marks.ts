/** What stands in the first lines of a page, by which it is known as one that was written here. */
export const reportMark = '<meta name="generator" content="tidemark">';

/** The same for a page of `tidemark view`, so that neither takes the place of the other. */
export const viewMark = '<meta name="generator" content="tidemark view">';

/** First line of a report in Markdown; GitHub does not show it. */
export const markdownMark = "<!-- tidemark report -->";
