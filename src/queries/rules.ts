/** A rule or a fact of the documentation or of real transcripts, with where and when it was read. */
export interface Sourced<T> {
  value: T;
  source: string;
  /** Day the source was read, ISO. */
  date: string;
}

/** How a skill's body ends that a re-attachment has cut: the opening of its last line. */
export const truncationMarker: Sourced<string> = {
  value: "[... skill content truncated for compaction",
  source: "a real transcript of CLI 2.1.252",
  date: "2026-09-01",
};
