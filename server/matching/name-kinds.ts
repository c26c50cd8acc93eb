// Classifies the words of a name: a name, a leading name, an initial, a particle or a title. The
// word lists are data; their spellings are folded by sound where that helps.

import { identityOf } from './name-identity.ts'
import { soundOf } from './name-spelling.ts'

/**
 * - `title`: not part of the name; dropped.
 * - `particle`: article or word of descent; may be present or not, and never distinguishes two
 * people.
 * - `leading_name`: a true name, but so many people have it in front of another that it alone
 * identifies nobody; brothers are Mohamed Lamine and Mohamed Moustapha, sisters Ndeye Awa and Ndeye
 * Yacine.
 * - `initial`: a single letter.
 */
export type WordKind = 'name' | 'leading_name' | 'initial' | 'particle' | 'title'

const titles = [
  ['mr', 'mister', 'monsieur', 'mme', 'madame', 'mlle', 'mademoiselle', 'mrs', 'ms', 'miss'],
  ['dr', 'docteur', 'doctor', 'pr', 'prof', 'professeur', 'professor', 'me', 'maitre'],
  // Before a husband's name: "KOUASSI épouse KONAN".
  ['ep', 'epse', 'epouse', 'vve', 'veuve', 'nee'],
]

/** Son or daughter of. The next word is the parent, so here the order of names has a meaning. */
const descent = ['ben', 'bin', 'ibn', 'ould', 'wuld', 'weld', 'bint', 'bent', 'mint']

const articles = [
  // Arabic, with the spellings that the sun letters give it: Es-Saadi, Ez-Zahra, Ech-Chafi.
  [
    'el',
    'al',
    'es',
    'ez',
    'er',
    'en',
    'ed',
    'et',
    'ech',
    'ach',
    'as',
    'ar',
    'an',
    'az',
    'at',
    'ad',
  ],
  ['ait', 'ayt'], // Amazigh: of the clan of
  ['de', 'du', 'da', 'do', 'dos', 'di', 'la', 'le'], // Romance: de Souza, da Silva
]

const leadingNames = [
  ['hadji', 'hadja', 'mame', 'papa', 'ndeye', 'baye', 'sokhna', 'serigne', 'cheikh', 'thierno'],
  ['mohamed', 'mouhamadou', 'mamadou', 'abdou', 'abd'],
  ['sidi', 'moulay', 'lalla', 'marie', 'jean'],
  // Ghana: before the name of an ancestor or elder, and so before that of every brother or sister.
  ['nana', 'nii', 'naa', 'nene', 'togbe', 'pa', 'owura', 'ewura'],
]

const titleWords: ReadonlySet<string> = new Set(titles.flat())
const descentWords: ReadonlySet<string> = new Set(descent)
const particleWords: ReadonlySet<string> = new Set([...articles.flat(), ...descent])
const leadingIdentities: ReadonlySet<string> = new Set(
  leadingNames.flat().map((name) => identityOf(soundOf(name))),
)

/** @param writing as `wordsOf` gives it */
export function wordKindOf(writing: string): WordKind {
  if (titleWords.has(writing)) return 'title'
  if (particleWords.has(writing)) return 'particle'
  if (writing.length === 1) return 'initial'
  return leadingIdentities.has(identityOf(soundOf(writing))) ? 'leading_name' : 'name'
}

export function isDescent(writing: string): boolean {
  return descentWords.has(writing)
}
