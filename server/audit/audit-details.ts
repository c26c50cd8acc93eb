// The details of audit entries: declared fields, so that nothing else can be recorded by accident.

import { z } from 'zod'

const word = z.string().regex(/^[a-z0-9_.:/-]{1,100}$/i)

/** An account's name on the host; domains write `name@bank.example` and `BANK\\name`. */
const hostName = z.string().regex(/^[\w.@$+\\-]{1,100}$/)

/** The declared details of entries. A field that is not listed here cannot be recorded by accident. */
export const auditDetails = z.strictObject({
  role: word.exactOptional(),
  previous_role: word.exactOptional(),
  factor: word.exactOptional(),
  reason: word.exactOptional(),
  /** Of a sign-in: traits of its place that the user has not recently signed in from. */
  unusual: z.array(word).exactOptional(),
  /** Of an accepted link: the user who issued it, `cli` for the host. */
  link_made_by: word.exactOptional(),
  permission: word.exactOptional(),
  environment: word.exactOptional(),
  count: z.int().exactOptional(),
  /** Of aggregated refusals: time of the first, and number of networks if more than one. */
  since: z.int().exactOptional(),
  networks: z.int().exactOptional(),
  sequence: z.int().exactOptional(),
  hash: word.exactOptional(),
  expires_at: z.int().exactOptional(),
  /** Id of what the action created: the key's successor, the usage correction. */
  result_id: word.exactOptional(),
  delivery_id: word.exactOptional(),
  /** Of an image that was viewed. */
  image: word.exactOptional(),
  size: word.exactOptional(),
  /** Of an export: csv or pdf, and whether it contains personal details. */
  format: word.exactOptional(),
  personal: z.boolean().exactOptional(),
  /** Of a CSV export: its column separator. */
  separator: word.exactOptional(),
  /** Of a document: its language. */
  language: word.exactOptional(),
  /** Of an export: its filters as `name:code`; only the name for typed text. */
  filters: z.array(word).exactOptional(),
  /** Of a review. */
  decision: word.exactOptional(),
  /** Digest of what the decision is based on. */
  evidence: word.exactOptional(),
  /** Digests of the parts of an outcome, `part:digest` each. */
  parts: z.array(word).exactOptional(),
  /** Of an API key. */
  scopes: z.array(word).exactOptional(),
  allowed_cidrs: z.array(word).exactOptional(),
  /** The key that created this key or, for keys revoked together, created all of them. */
  made_by: word.exactOptional(),
  unrestricted: z.boolean().exactOptional(),
  /** Of what needs an approval: `waits`, or why it did not wait: `nobody_else`, `directory`, `off`. */
  approval: word.exactOptional(),
  approval_id: word.exactOptional(),
  approval_kind: word.exactOptional(),
  /** Id of the approval's subject. */
  about: word.exactOptional(),
  requested_by: word.exactOptional(),
  decided_by: word.exactOptional(),
  /** Names of changed fields or settings. */
  changed: z.array(word).exactOptional(),
  /** Of an encryption key: the one that it replaces, its purpose, and how many shares open it. */
  replaces: word.exactOptional(),
  purpose: word.exactOptional(),
  threshold: z.int().exactOptional(),
  /** Of a command: the operating system's user who ran it; see `HostUser`. */
  os_user: hostName.exactOptional(),
  os_uid: z.int().exactOptional(),
  sudo_user: hostName.exactOptional(),
  login_uid: z.int().exactOptional(),
})

export type AuditDetails = Readonly<z.infer<typeof auditDetails>>

const detailNames = Object.keys(auditDetails.shape)

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
    shape[name as keyof typeof shape].parse(value)
    return { place, name, value }
  })
  places.sort((one, other) => one.place - other.place)
  return Object.fromEntries(places.map(({ name, value }) => [name, value]))
}
