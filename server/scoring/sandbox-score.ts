// The sandbox's synthetic score: made from the submitted input alone, so that the same input always
// gives the same score, and spread evenly over the four bands (specification 4.4). Pure.

import { createHash } from 'node:crypto'
import { newId } from '../kernel/ids.ts'
import { canonicalNumber } from '../matching/compare-numbers.ts'
import { bandTable, scoreMax } from './bands.ts'
import { featureNames } from './features.ts'
import type { Score } from './score.ts'
import { scoreWishOf } from './score-wish.ts'

export interface SandboxSubject {
  readonly country: string
  readonly idType: string
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly dateOfBirth?: string
}

const sandboxModel = 'sandbox-1'

export function sandboxScore(subject: SandboxSubject, nowMs: number): Score {
  return {
    id: newId('scr', nowMs),
    ...syntheticScore(subject),
    modelVersion: sandboxModel,
    computedAt: nowMs,
    featuresUsed: featureNames,
    flags: [],
    referenceVersion: undefined,
  }
}

/** The part of it that depends on the input; a document number such as `SCORE-740` alone gives 740. */
export function syntheticScore(subject: SandboxSubject): Pick<Score, 'score' | 'confidence'> {
  const digest = createHash('sha256').update(canonicalSubject(subject)).digest()
  const row = bandTable[digest.readUInt8(0) % bandTable.length] ?? { from: 0, to: scoreMax }
  const width = row.to - row.from + 1
  const wish = scoreWishOf(subject.idNumber ?? '')
  return {
    score: wish ?? row.from + (digest.readUInt32BE(1) % width),
    confidence: (50 + (digest.readUInt8(5) % 50)) / 100,
  }
}

/** Spelled another way in case, accents or spaces, it is the same input. */
function canonicalSubject(subject: SandboxSubject): string {
  const { country, idType, idNumber, firstName, lastName, dateOfBirth } = subject
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
