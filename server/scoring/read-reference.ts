// Reads the reference values behind the features, once, when the product starts.

import { readFileSync } from 'node:fs'
import { parseScoringReference, type ScoringReference } from './scoring-reference.ts'

const file = new URL('../../data/reference/scoring-reference.json', import.meta.url)

/** @throws Error where the file is missing, or lacks a value: nothing starts with half of a table. */
export function readScoringReference(): ScoringReference {
  return parseScoringReference(JSON.parse(readFileSync(file, 'utf8')))
}
