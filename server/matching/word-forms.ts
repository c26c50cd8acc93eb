// The forms of a word that the comparison of names uses. Pure.

/** Computed once for each word. */
export interface WordForms {
  readonly writing: string
  readonly sound: string
  readonly identity: string
  /** The spelling with one letter for each sound. */
  readonly letters: string
  /** The spelling as OCR may see it. */
  readonly looks: string
}
