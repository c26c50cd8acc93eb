// Keyed digests of names: equal for the same normalised name, so that verifications are found or compared by name
// without storing it in the clear. Pure.

import type { Keyring } from '../../crypto/keyring.ts'
import type { Environment } from '../../kernel/environment.ts'
import { normalisedName } from '../../matching/normalised-name.ts'
import type { Claims } from '../verification.ts'

/** In which a name is searched: digests of different scopes cannot be compared. */
export interface NameScope {
  readonly environment: Environment
  /** What the digest is for. The digests of two purposes differ for the same name. */
  readonly purpose: string
}

/** How far the names of older verifications are indexed, for operators. */
export type NameIndexProgress =
  | { readonly state: 'off' | 'deleting' | 'complete' }
  /** @param indexedTo when the last verification that is indexed was submitted; undefined before the first */
  | { readonly state: 'indexing'; readonly indexedTo: number | undefined }

/** Of the index behind the search by name. */
export const searchPurpose = 'search'

/** Returns the digest of the claimed name; undefined where no name was claimed. */
export function indexName(
  keyring: Pick<Keyring, 'mac'>,
  scope: NameScope,
  claims: Pick<Claims, 'firstName' | 'lastName'>,
): Buffer | undefined {
  const name = normalisedName([claims.firstName, claims.lastName])
  return name === undefined ? undefined : keyring.mac('blind-index', indexedText(scope, name))
}

/**
 * Returns the digests to search for, one for each key, as `searchIndexes` does.
 * @param parts given and family name in any order, or one full name
 */
export function searchNameIndexes(
  keyring: Pick<Keyring, 'macs'>,
  scope: NameScope,
  parts: readonly (string | undefined)[],
): readonly Buffer[] {
  const name = normalisedName(parts)
  return name === undefined ? [] : keyring.macs('blind-index', indexedText(scope, name))
}

function indexedText({ environment, purpose }: NameScope, name: string): string {
  return `name:${purpose}:${environment}:${name}`
}
