// Computes the synthetic score of the sandbox from the submitted input alone, so that the same input always gives the
// same score. Scores are spread evenly over the four bands (specification 4.4). Pure.

import { createHash } from 'node:crypto'
import { newId } from '../kernel/ids.ts'
import { canonicalNumber } from '../matching/compare-numbers.ts'
import type { SandboxPerson } from '../providers/sandbox/sandbox-result.ts'
import { bandTable, scoreMax } from './bands.ts'
import { featureNames } from './features.ts'
import type { Score } from './score.ts'
import { scoreTriggerOf } from './score-trigger.ts'

const sandboxModel = 'sandbox-1'

export function sandboxScore(person: SandboxPerson, nowMs: number): Score {
  return {
    id: newId('scr', nowMs),
    ...syntheticScore(person),
    modelVersion: sandboxModel,
    computedAt: nowMs,
    featuresUsed: featureNames,
    flags: [],
    referenceVersion: undefined,
    features: undefined,
  }
}

/** A document number such as `SCORE-740` gives the score 740. */
export function syntheticScore(person: SandboxPerson): Pick<Score, 'score' | 'confidence'> {
  const digest = createHash('sha256').update(canonicalPerson(person)).digest()
  const row = bandTable[digest.readUInt8(0) % bandTable.length] ?? { from: 0, to: scoreMax }
  const width = row.to - row.from + 1
  const scoreRequest = scoreTriggerOf(person.idNumber ?? '')
  return {
    score: scoreRequest ?? row.from + (digest.readUInt32BE(1) % width),
    confidence: (50 + (digest.readUInt8(5) % 50)) / 100,
  }
}

/** Ignores differences in case, accents and spaces. */
function canonicalPerson(person: SandboxPerson): string {
  const { country, idType, idNumber, firstName, lastName, dateOfBirth } = person
  return JSON.stringify([
    country,
    idType,
    canonicalNumber(idNumber ?? ''),
    canonicalName(firstName),
    canonicalName(lastName),
    dateOfBirth ?? '',
  ])
}

function canonicalName(name: string | undefined): string {
  return (name ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}
