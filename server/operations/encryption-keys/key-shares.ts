// Shares of the master key for escrow: any few of them together give the key, fewer give nothing. The arithmetic is the
// library's; here is the text that people write down and type in, with a checksum for each share.

import { hash } from 'node:crypto'
import { combine, split } from 'shamir-secret-sharing'
import { type MasterKey, masterKeyFrom } from '../../crypto/master-key.ts'

/** Shares that a person can still keep apart. */
export const sharesMax = 16

export interface KeyShare {
  /** From 1. */
  readonly number: number
  readonly shares: number
  readonly threshold: number
  /** Of the master key. */
  readonly fingerprint: string
  /** 33 bytes. */
  readonly secret: Buffer
}

/** @param threshold From 2 to `shares`; `shares` at most `sharesMax` */
export async function splitMasterKey(
  key: MasterKey,
  { shares, threshold }: { readonly shares: number; readonly threshold: number },
): Promise<readonly KeyShare[]> {
  const secrets = await split(new Uint8Array(key.bytes), shares, threshold)
  return secrets.map((secret, index) => ({
    number: index + 1,
    shares,
    threshold,
    fingerprint: key.fingerprint,
    secret: Buffer.from(secret),
  }))
}

/** `svc-share-1 2/5 needs 3 of 0123456789abcdef` and then the share in groups of four, the last two its checksum. */
export function printShare(share: KeyShare): string {
  const { number, shares, threshold, fingerprint, secret } = share
  const groups = (secret.toString('hex') + checksumOf(share)).match(/.{1,4}/g) ?? []
  return `svc-share-1 ${number}/${shares} needs ${threshold} of ${fingerprint} ${groups.join('-')}`
}

const shareShape =
  /^svc-share-1 (\d{1,2})\/(\d{1,2}) needs (\d{1,2}) of ([0-9a-f]{16}) ([0-9a-f]{66})([0-9a-f]{8})$/

type ParsedShare =
  | { readonly kind: 'share'; readonly share: KeyShare }
  | { readonly kind: 'faulty'; readonly why: string }

/** Accepts capitals, spaces and dashes in the groups as people type them. */
export function parseShare(text: string): ParsedShare {
  const [head = '', tail = ''] = splitTyped(text)
  const match = shareShape.exec(`${head} ${tail}`)
  const [, number, shares, threshold, fingerprint = '', secret = '', checksum] = match ?? []
  if (match === null) {
    const isHeadRight = /^svc-share-1 \d+\/\d+ needs \d+ of [0-9a-f]{16}$/.test(head)
    const why = isHeadRight
      ? `has ${tail.length} characters in its groups; a share has 74, each 0 to 9 or a to f`
      : 'does not begin like a share: svc-share-1 NUMBER/SHARES needs COUNT of FINGERPRINT'
    return { kind: 'faulty', why }
  }
  const share: KeyShare = {
    number: Number(number),
    shares: Number(shares),
    threshold: Number(threshold),
    fingerprint,
    secret: Buffer.from(secret, 'hex'),
  }
  if (checksumOf(share) === checksum) return { kind: 'share', share }
  return {
    kind: 'faulty',
    why: 'is mistyped: its checksum does not match. Compare every group with the sheet',
  }
}

function splitTyped(text: string): readonly string[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return [words.slice(0, 6).join(' '), words.slice(6).join('').replaceAll('-', '')]
}

type CombinedShares =
  | { readonly kind: 'key'; readonly key: MasterKey }
  | { readonly kind: 'faulty'; readonly why: string }

/** The shares are whole; this checks that they belong together, are enough, and give the key of the fingerprint. */
export async function combineShares(shares: readonly KeyShare[]): Promise<CombinedShares> {
  const [first] = shares
  if (first === undefined) return { kind: 'faulty', why: 'There is no share.' }
  const other = shares.find(
    ({ fingerprint, threshold }) =>
      fingerprint !== first.fingerprint || threshold !== first.threshold,
  )
  if (other !== undefined) {
    const why = `Share ${other.number} is of the key ${other.fingerprint}, share ${first.number} of ${first.fingerprint}. All must be of one key and one split.`
    return { kind: 'faulty', why }
  }
  const distinct = [...new Map(shares.map((share) => [share.number, share])).values()]
  if (distinct.length < first.threshold) {
    const why = `${distinct.length} different shares are not enough: ${first.threshold} of ${first.shares} are needed.`
    return { kind: 'faulty', why }
  }
  const bytes = await combine(distinct.map(({ secret }) => new Uint8Array(secret))).catch(
    () => undefined,
  )
  const key = bytes && bytes.length === 32 ? masterKeyFrom(Buffer.from(bytes)) : undefined
  if (key?.fingerprint === first.fingerprint) return { kind: 'key', key }
  const why = `The shares do not give the key ${first.fingerprint}. They are of different splits of it: take all from one.`
  return { kind: 'faulty', why }
}

/** Eight hex characters over everything that is printed, so that a share mixed from two is refused too. */
function checksumOf({ number, shares, threshold, fingerprint, secret }: KeyShare): string {
  const text = `svc-share-1 ${number}/${shares} ${threshold} ${fingerprint} ${secret.toString('hex')}`
  return hash('sha256', text, 'hex').slice(0, 8)
}
