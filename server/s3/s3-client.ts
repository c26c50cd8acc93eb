// The client of S3-compatible stores. Every call goes through the guarded connections; nothing but the configured
// endpoint can be reached, and what the store says in its errors is not passed on.

import { readFileSync } from 'node:fs'
import type { S3mini } from 's3mini'
import { destinationOf } from '../egress/destination.ts'
import { guardService, openEgress } from '../egress/guard-service.ts'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import { type GuardedFetch, openGuardedFetch } from '../egress/guarded-fetch.ts'
import { prepareUndici } from '../egress/undici.ts'
import { systemClock } from '../kernel/clock.ts'
import { hasCode } from '../kernel/has-code.ts'
import { isPlainXml } from './plain-xml.ts'
import { type S3Access, type S3Bucket, type S3Words, shownBucket } from './s3-place.ts'
import { codeIn, storeRefusal } from './s3-refusal-policy.ts'
import { StoreError } from './store-error.ts'

export type S3Calls = S3mini

export interface S3Client {
  /** For messages: `s3://bucket/prefix`. */
  readonly label: string
  /**
   * Makes calls; their errors become reasons.
   * @throws StoreError
   */
  call<Result>(work: (calls: S3Calls) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

interface S3ClientPlace {
  readonly access: S3Access
  readonly bucket: S3Bucket
  readonly words: S3Words
  /** Ports of this server, which no outgoing call may reach. */
  readonly ownPorts: ReadonlySet<number>
}

const connectTimeoutMs = 10_000
/** For one request with its answer: a part of a backup at 0.5 Mbit/s. */
const requestTimeoutDefaultMs = 5 * 60 * 1000

/** Connects to nothing. @throws Error of the file system for an unreadable file of authorities */
export function openS3Client({ access, bucket, words, ownPorts }: S3ClientPlace): S3Client {
  const http = openStoreFetch(access, words, ownPorts)
  const label = shownBucket(bucket)
  const fetch = refusingBadAnswers(http.fetch, () => {
    const message = `The store of ${label} answers with something else than S3 does. Check ${words.endpoint}.`
    return new StoreError('unusable', 'bad_answer', message)
  })
  let client: S3mini | undefined
  return {
    label,
    async call(work) {
      const library = await prepareStoreClient()
      client ??= new library.S3mini({
        endpoint: `${access.endpoint}/${bucket.bucket}`,
        region: access.region,
        accessKeyId: access.keyId,
        secretAccessKey: access.secretKey,
        requestAbortTimeout: access.requestTimeoutMs ?? requestTimeoutDefaultMs,
        fetch,
      })
      try {
        return await work(client)
      } catch (error) {
        throw storeErrorOf(library, error, { label, words })
      }
    },
    close: () => http.close(),
  }
}

/**
 * Loads what calls need, which is done only for a store. Call it before a call is timed: the first would seem slower
 * than the store is.
 */
export async function prepareStoreClient(): Promise<typeof import('s3mini')> {
  await prepareUndici()
  return import('s3mini')
}

function openStoreFetch(
  { endpoint, caFile }: S3Access,
  words: S3Words,
  ownPorts: ReadonlySet<number>,
): GuardedFetch {
  const destination = destinationOf(new URL(endpoint))
  const named = [{ pattern: destination.host, port: destination.port }]
  const extraCa = caFile === undefined ? undefined : readFileSync(caFile, 'utf8')
  return openGuardedFetch(
    guardService(openEgress(systemClock, ownPorts), { known: [], named }),
    { extraCa, caSetting: words.caFile },
    connectTimeoutMs,
  )
}

/**
 * Takes no compressed answer, of which a megabyte may become a gigabyte, and lets no text that only looks like XML
 * reach the library. It reads refusals too, but only those that say that they are XML; of one that is none, the status
 * says enough.
 */
function refusingBadAnswers(
  fetch: GuardedFetch['fetch'],
  badAnswer: () => StoreError,
): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    if (!/^(identity)?$/i.test(answer.headers.get('content-encoding') ?? '')) {
      await answer.body?.cancel()
      throw badAnswer()
    }
    const read = answer.text.bind(answer)
    const text = async () => {
      const whole = await read()
      if (isPlainXml(whole)) return whole
      if (answer.ok) throw badAnswer()
      return /xml/.test(answer.headers.get('content-type') ?? '') ? '' : whole
    }
    return Object.defineProperty(answer, 'text', { value: text })
  }
}

/** Returns the error itself if it is none of the store. */
function storeErrorOf(
  { S3ServiceError, S3NetworkError }: typeof import('s3mini'),
  error: unknown,
  { label, words }: { readonly label: string; readonly words: S3Words },
): unknown {
  if (error instanceof StoreError) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const known = [error, cause].find((one) => one instanceof S3ServiceError)
  if (known instanceof S3ServiceError) {
    const { status, serviceCode, body } = known
    const code = serviceCode === 'Unknown' ? codeIn(body) : (serviceCode ?? codeIn(body))
    return code === 'NoSuchKey'
      ? new StoreError('not_found', code, `${label} has no such object.`)
      : storeRefusal(label, words, { status, code })
  }
  if ([error, cause].some(isTimeout)) {
    const message = `The store of ${label} does not answer in time. ${words.afterwards}; if it stays so, look at the network to it.`
    return new StoreError('unreachable', 'timeout', message)
  }
  if ([error, cause].some(isTooLarge)) {
    const message = `The store of ${label} answers with far more than it was asked for. Check ${words.endpoint}.`
    return new StoreError('unusable', 'too_large', message)
  }
  const chain = causesOf(error)
  const isDropped = chain.some((one) => one instanceof S3NetworkError || isTransportError(one))
  if (!isDropped) return error
  const failure = chain.find((one) => one instanceof ConnectFailure)
  const message = `The store of ${label} cannot be reached${whyUnconnected(failure, words)}`
  return new StoreError('unreachable', 'network', message)
}

/** The library wraps the errors of fetch, which wraps those of the connection. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && chain.length < causesMax; ) {
    chain.push(one)
    one = one instanceof Error ? one.cause : undefined
  }
  return chain
}

const causesMax = 8

/** Ends the sentence, and says what to do. */
function whyUnconnected(
  failure: ConnectFailure | undefined,
  { endpoint, caFile }: S3Words,
): string {
  const code = failure?.systemCode === undefined ? '' : ` (${failure.systemCode})`
  switch (failure?.reason) {
    case 'tls_failed':
      return `: TLS fails${code}. If an authority of the bank signed its certificate, name the authority in ${caFile}; otherwise have the certificate mended.`
    case 'dns_failed':
      return `: the name of its host leads nowhere. Check ${endpoint}, and the name server.`
    case 'address_forbidden':
      return `: its host has an address to which no call may go, such as one of this machine, which must be named localhost or 127.0.0.1. Check ${endpoint}.`
    default:
      return `${code}. Check ${endpoint} and the network to it.`
  }
}

/** A connection that ends in the middle is a TypeError of fetch with a cause that has a code. */
function isTransportError(error: unknown): boolean {
  if (error instanceof ConnectFailure) return true
  return error instanceof Error && 'code' in error && droppedCodes.has(String(error.code))
}

const droppedCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ECONNREFUSED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

function isTooLarge(error: unknown): boolean {
  return hasCode(error, 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
}
