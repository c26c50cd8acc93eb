// Reads the reference values for the features, once in a process.

import { readFileSync } from 'node:fs'
import { parseScoringReference, type ScoringReference } from './scoring-reference.ts'

const file = new URL('../../data/reference/scoring-reference.json', import.meta.url)

/** @throws Error when the file is missing or incomplete, so that the product does not start */
export function readScoringReference(): ScoringReference {
  reference ??= parseScoringReference(JSON.parse(readFileSync(file, 'utf8')))
  return reference
}

let reference: ScoringReference | undefined
