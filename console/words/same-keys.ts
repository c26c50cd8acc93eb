// Types of the console's texts: every language has the keys of English.

import type { words as english } from './en.ts'
import type { pageWords } from './page-words.ts'

/** Texts that only some pages need. */
export type PageFeature = keyof typeof pageWords

/** The keys of English with any text: what each language must have. */
export type Words = Texts<typeof english>
export type PageWords = {
  readonly [Feature in PageFeature]: Readonly<
    Record<'en' | 'fr', () => Promise<Texts<PageEnglish[Feature]>>>
  >
}
export type PageEnglish = {
  readonly [Feature in PageFeature]: Awaited<ReturnType<(typeof pageWords)[Feature]['en']>>
}
type Texts<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]>
}
