// The pre-signed upload URL, after the manner of the object store that Smile ID uses: the path names the
// upload, the query says until when, and a signature over both makes it good without any login.

import { createHmac, timingSafeEqual } from 'node:crypto'

export interface UploadUrlRules {
  readonly partnerId: string
  /** Secret of this simulator's object store. */
  readonly signingKey: string
  readonly lifetimeSeconds: number
}

export type UploadUrlVerdict = 'valid' | 'expired' | 'altered'

/** Path and query of a URL for one upload, good from `nowMs` on; the file name must be plain. */
export function makeUploadPath(
  rules: UploadUrlRules,
  upload: { readonly refId: string; readonly fileName: string },
  nowMs: number,
): string {
  const path = `/videos/${rules.partnerId}/${upload.refId}/${upload.fileName}`
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Date': compactInstant(nowMs),
    'X-Amz-Expires': String(rules.lifetimeSeconds),
    'X-Amz-SignedHeaders': 'content-type;host',
  })
  query.set('X-Amz-Signature', signatureOf(rules, path, query))
  return `${path}?${query}`
}

/** The `refId` in the path of an upload URL, or undefined for another path. */
export function refIdOfPath(rules: UploadUrlRules, path: string): string | undefined {
  const [, videos, partnerId, refId, fileName, ...more] = path.split('/')
  const fits = videos === 'videos' && partnerId === rules.partnerId && fileName && more.length === 0
  return fits ? refId : undefined
}

/** An altered URL is called altered even when it has expired too. */
export function checkUploadUrl(rules: UploadUrlRules, url: URL, nowMs: number): UploadUrlVerdict {
  const query = new URLSearchParams(url.searchParams)
  const given = Buffer.from(query.get('X-Amz-Signature') ?? '')
  query.delete('X-Amz-Signature')
  const expected = Buffer.from(signatureOf(rules, url.pathname, query))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'altered'
  const startMs = instantOfCompact(query.get('X-Amz-Date') ?? '')
  const lifetimeMs = Number(query.get('X-Amz-Expires')) * 1000
  return nowMs < startMs + lifetimeMs ? 'valid' : 'expired'
}

function signatureOf(rules: UploadUrlRules, path: string, query: URLSearchParams): string {
  return createHmac('sha256', rules.signingKey).update(`${path}?${query}`).digest('hex')
}

/** `20261121T090000Z`, the object store's way to write an instant. */
function compactInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function instantOfCompact(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}
