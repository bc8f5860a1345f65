/** Tells builds of one version apart, as they occur while the library is worked on: the build puts a hash of all sources here. */
export const buildId = "sources";
