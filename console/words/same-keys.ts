// Types of the console's texts: every language has the keys of English.

import type { words as english, pageWords as englishPages } from './en.ts'

/** Texts that only some pages need. */
export type PageFeature = keyof typeof englishPages

/** The keys of English with any text: what each language must have. */
export type Words = Texts<typeof english>
export type PageWords = {
  readonly [Feature in PageFeature]: () => Promise<Texts<PageEnglish[Feature]>>
}
export type PageEnglish = {
  readonly [Feature in PageFeature]: Awaited<ReturnType<(typeof englishPages)[Feature]>>
}
type Texts<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]>
}
