/** A word that can stand where the cursor is, and what is shown beside it. */
export interface Candidate {
  word: string;
  about: string;
}
