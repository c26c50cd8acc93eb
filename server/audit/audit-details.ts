// The details of audit entries: declared fields, so that nothing else can be recorded by accident.

import { z } from 'zod'
import { unprintable } from '../kernel/unprintable.ts'

/** Of the text of a place: as long as a path may be. */
const placeLengthMax = 4_096

const wordShape = /^[a-z0-9_.:/-]{1,100}$/i
const word = z.string().regex(wordShape).exactOptional()
const words = z.array(z.string().regex(wordShape)).exactOptional()

/** A folder or a bucket, as an operator named it. */
const place = z
  .string()
  .max(placeLengthMax)
  .refine((text) => !unprintable.test(text))

/** An account's name on the host; domains write `name@bank.example` and `BANK\\name`. */
const hostName = z.string().regex(/^[\w.@$+\\-]{1,100}$/)

/** The declared details of entries. A field that is not listed here cannot be recorded by accident. */
export const auditDetails = z.strictObject({
  role: word,
  previous_role: word,
  factor: word,
  reason: word,
  /** Of a sign-in: traits of its place that the user has not recently signed in from. */
  unusual: words,
  /** Of an accepted link: the user who issued it, `cli` for the host. */
  link_made_by: word,
  permission: word,
  environment: word,
  count: z.int().exactOptional(),
  /** Of aggregated refusals: time of the first, and number of networks if more than one. */
  since: z.int().exactOptional(),
  networks: z.int().exactOptional(),
  sequence: z.int().exactOptional(),
  hash: word,
  expires_at: z.int().exactOptional(),
  /** Id of what the action created: the key's successor, the usage correction. */
  result_id: word,
  delivery_id: word,
  /** Of an image that was viewed. */
  image: word,
  size: word,
  /** Of an export: csv or pdf, and whether it contains personal details. */
  format: word,
  personal: z.boolean().exactOptional(),
  /** Of a CSV export: its column separator. */
  separator: word,
  /** Of a document: its language. */
  language: word,
  /** Of an export: its filters as `name:code`; only the name for typed text. */
  filters: words,
  /** Of a review. */
  decision: word,
  /** Digest of what the decision is based on. */
  evidence: word,
  /** Digests of the parts of an outcome, `part:digest` each. */
  parts: words,
  /** Of an API key. */
  scopes: words,
  allowed_cidrs: words,
  /** The key that created this key or, for keys revoked together, created all of them. */
  made_by: word,
  unrestricted: z.boolean().exactOptional(),
  /** Of what needs an approval: `waits`, or why it did not wait: `nobody_else`, `directory`, `off`. */
  approval: word,
  approval_id: word,
  approval_kind: word,
  /** Id of the approval's subject. */
  about: word,
  requested_by: word,
  decided_by: word,
  /** Names of changed fields or settings. */
  changed: words,
  /** Of an encryption key: the one that it replaces, its purpose, and how many shares open it. */
  replaces: word,
  purpose: word,
  threshold: z.int().exactOptional(),
  /** Of shares of the master key: accounts or references of those who hold them, share 1 first. */
  holders: z.array(hostName).exactOptional(),
  /** Of a corrected end of a relationship: the day that was stated before. */
  former_since: z.int().exactOptional(),
  /** Of an export that was handed over: the bank's reference of who got it. */
  recipient: word.exactOptional(),
  /** Of images that were moved or deleted: the places. */
  from_place: place.exactOptional(),
  to_place: place.exactOptional(),
  /** Of what happened while no server ran: its time. */
  done_at: z.int().exactOptional(),
  /** Of a command: the operating system's user who ran it; see `HostUser`. */
  os_user: hostName.exactOptional(),
  os_uid: z.int().exactOptional(),
  sudo_user: hostName.exactOptional(),
  login_uid: z.int().exactOptional(),
})

export type AuditDetails = Readonly<z.infer<typeof auditDetails>>

const detailNames = Object.keys(auditDetails.shape)

function isWord(value: unknown): boolean {
  return typeof value === 'string' && wordShape.test(value)
}

function areWords(value: unknown): boolean {
  return Array.isArray(value) && value.every(isWord)
}

/**
 * Like `auditDetails.parse`, but looks only at the fields that are there: most entries have three of the fifty.
 * @returns the details in the order of their declaration, in which they are stored
 * @throws Error for a field that is not declared, ZodError for a value that does not fit
 */
export function checkDetails(details: AuditDetails): AuditDetails {
  const { shape } = auditDetails
  const places = Object.entries(details).map(([name, value]) => {
    const place = detailNames.indexOf(name)
    if (place === -1) throw new Error(`audit entries have no detail ${name}`)
    const schema = shape[name as keyof typeof shape]
    // Nearly all details are words, which need no zod.
    if (!(schema === word ? isWord(value) : schema === words && areWords(value))) {
      schema.parse(value)
    }
    return { place, name, value }
  })
  places.sort((one, other) => one.place - other.place)
  return Object.fromEntries(places.map(({ name, value }) => [name, value]))
}
