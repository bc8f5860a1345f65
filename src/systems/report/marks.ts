/** What stands in the first lines of a page, by which it is known as one that was written here. */
export const reportMark = '<meta name="generator" content="tidemark">';

/** First line of a report in Markdown; GitHub does not show it. */
export const markdownMark = "<!-- tidemark report -->";
