// Keyed digests of the birth date and the name that a document number is used with. Each is bound to its number, so it
// says nothing of verifications with another one: neither birth dates nor names can be searched by it.

import type { Keyring } from '../crypto/keyring.ts'
import type { Environment } from '../kernel/environment.ts'
import { canonicalNumber } from '../matching/compare-numbers.ts'
import { indexName } from './names/name-index.ts'
import type { Claims } from './verification.ts'

export interface NumberUse {
  /** undefined where no birth date was claimed. */
  readonly birthDate: Buffer | undefined
  readonly name: Buffer | undefined
}

/** Whose document it is said to be. */
interface NumberPlace {
  readonly environment: Environment
  readonly country: string
}

/** Returns undefined where no document number was claimed. */
export function indexNumberUse(
  keyring: Pick<Keyring, 'mac'>,
  { environment, country }: NumberPlace,
  claims: Claims,
): NumberUse | undefined {
  const { idNumber, dateOfBirth } = claims
  if (idNumber === undefined) return undefined
  const number = `${country}:${canonicalNumber(idNumber)}`
  const birthDate =
    dateOfBirth === undefined
      ? undefined
      : keyring.mac('blind-index', `birth-date:${environment}:${number}:${dateOfBirth}`)
  return { birthDate, name: indexName(keyring, { environment, purpose: `of ${number}` }, claims) }
}

/** With how many birth dates and names one number is used. */
export interface NumberReuse {
  readonly birthDates: number
  readonly names: number
}

const birthDatesMax = 1
/** A name changes by marriage, and is written in more than one way. */
const namesMax = 2

/** @param uses of one number, made with one key */
export function countUses(uses: readonly NumberUse[]): NumberReuse {
  return {
    birthDates: countDistinct(uses.map(({ birthDate }) => birthDate)),
    names: countDistinct(uses.map(({ name }) => name)),
  }
}

/** Whether one document cannot have so many. */
export function isReused({ birthDates, names }: NumberReuse): boolean {
  return birthDates > birthDatesMax || names > namesMax
}

function countDistinct(digests: readonly (Buffer | undefined)[]): number {
  return new Set(digests.flatMap((digest) => digest?.toString('hex') ?? [])).size
}
