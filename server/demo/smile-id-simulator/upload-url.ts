// Pre-signed upload URLs like those of Smile ID's object store: the path identifies the upload, the
// query limits its time, and a signature over both replaces a login.

import { createHmac, timingSafeEqual } from 'node:crypto'

export interface UploadUrlRules {
  readonly partnerId: string
  /** Secret of this simulator's object store. */
  readonly signingKey: string
  readonly lifetimeSeconds: number
}

type UploadUrlVerdict = 'valid' | 'expired' | 'altered'

/**
 * Returns path and query of a URL for one upload, valid from `nowMs` on; the file name must be
 * plain.
 */
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

/** Returns the `refId` in the path of an upload URL, or undefined for another path. */
export function refIdOfPath(rules: UploadUrlRules, path: string): string | undefined {
  const [, videos, partnerId, refId, fileName, ...more] = path.split('/')
  const fits = videos === 'videos' && partnerId === rules.partnerId && fileName && more.length === 0
  return fits ? refId : undefined
}

/** Returns `altered` also for an altered URL that has expired. */
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

/** The object store's format of an instant: `20261121T090000Z`. */
function compactInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function instantOfCompact(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}
