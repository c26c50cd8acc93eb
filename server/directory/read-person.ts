// Reads a person from the claims of the directory. Pure.

import { z } from 'zod'
import type { DirectoryPerson } from './directory.ts'

type TokenClaims = Readonly<Record<string, unknown>>

/** Longer lists are cut off, because no bank needs them and each group is compared with the settings. */
const groupsMax = 2000

const word = z.string().min(1).max(1000)

/**
 * @param claims of the verified ID token, completed by those of the userinfo endpoint
 * @param groupsClaim name of the claim with the groups; dots lead into nested claims
 */
export function readPerson(
  claims: TokenClaims & { readonly iss: string; readonly sub: string },
  groupsClaim: string,
): DirectoryPerson {
  const { iss: issuer, sub: subject } = claims
  const name = word.safeParse(claims.name).data
  const acr = word.safeParse(claims.acr).data
  const authTime = z.number().safeParse(claims.auth_time).data
  return {
    issuer,
    subject,
    email: emailIn(claims),
    name,
    groups: wordsOf(claimAt(claims, groupsClaim)),
    acr,
    amr: wordsOf(claims.amr),
    provedAt: authTime === undefined ? undefined : authTime * 1000,
  }
}

/** Some directories name an account only by an address in `upn` or `preferred_username`. */
function emailIn(claims: TokenClaims): string | undefined {
  return [claims.email, claims.upn, claims.preferred_username]
    .map((one) => word.safeParse(one).data)
    .find((one) => one?.includes('@'))
}

/** Directories write a single value without a list. */
function wordsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string').slice(0, groupsMax)
}

/** A claim's own name may contain dots, as URLs do. */
export function claimAt(claims: TokenClaims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as TokenClaims)[part]
  }
  return value
}

/** Whether the directory left the groups out because they are too many for a token (Microsoft Entra ID). */
export function hasTooManyGroups(claims: TokenClaims, groupsClaim: string): boolean {
  const elsewhere = claims._claim_names
  const isElsewhere =
    typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, groupsClaim)
  return isElsewhere || claims.hasgroups === true
}
