// The registrar as a provider of the product: what `server/providers/NAME/` would hold.

import { z } from 'zod'
import type { ServiceClient } from '../../server/egress/service-client.ts'
import { parseBoundedJson } from '../../server/kernel/bounded-json.ts'
import type {
  DocumentReadings,
  IdentityProvider,
  ProviderJob,
  ProviderSubmission,
  ResultReply,
  SubmitReply,
  Trouble,
} from '../../server/providers/provider.ts'
import type { ProviderAccount, ProviderKind } from '../../server/providers/provider-kind.ts'
import { proofOf } from './servers/registrar-server.ts'

export const registrarName = 'registrar'

interface Access {
  readonly url: string
  readonly token: string
}

/** @param access in place of settings, which a provider of the product has rows for */
export function registrar(access: Access): ProviderKind {
  return {
    name: registrarName,
    chosenBy: 'SVC_REGISTRAR_URL',
    findAccount: () => accountOf(access),
    readingsOf(answer) {
      const closed = resultShape.safeParse(answer).data
      return closed?.state === 'closed' ? readingsFrom(closed.person) : {}
    },
  }
}

function accountOf(access: Access): ProviderAccount {
  const url = new URL(access.url)
  return {
    url,
    hosts: { known: [], named: [{ pattern: url.hostname, port: Number(url.port) }] },
    caFile: undefined,
    settings: { url: 'SVC_REGISTRAR_URL', credentials: 'SVC_REGISTRAR_TOKEN', caFile: 'none' },
    open: ({ fetch }): IdentityProvider => ({
      name: registrarName,
      submit: (submission, signal) => submit(fetch, access, submission, signal),
      result: (job, signal) => result(fetch, access, job, signal),
      close: () => fetch.close(),
    }),
    async tryOut({ fetch }, { signal }) {
      const answer = await ask(fetch, access, { method: 'GET', path: '/self', signal })
      if (answer.kind === 'unavailable') return answer
      if (answer.status === 200) return { kind: 'accepted', status: 200 }
      const reason = 'provider_credentials_refused'
      return { kind: 'refused', status: answer.status, reason }
    },
    readCallback(body) {
      const { check, proof } = callbackShape.safeParse(body).data ?? {}
      if (check === undefined) return { kind: 'refused', reason: 'malformed' }
      if (proof !== proofOf(check, access.token))
        return { kind: 'refused', reason: 'bad_signature' }
      return { kind: 'authentic', jobId: check }
    },
  }
}

const callbackShape = z.object({ check: z.string(), proof: z.string() })

async function submit(
  fetch: ServiceClient,
  access: Access,
  { job, openImages, beginUpload }: ProviderSubmission,
  signal: AbortSignal,
): Promise<SubmitReply> {
  const photos = (await openImages()).map(({ role, jpeg }) => [role, jpeg.toString('base64')])
  const body = JSON.stringify({ photos: Object.fromEntries(photos) })
  const { host } = new URL(access.url)
  const begun = await beginUpload({
    purpose: 'identity.upload',
    method: 'PUT',
    host,
    fieldNames: ['photos'],
    bodyBytes: Buffer.byteLength(body),
  })
  const path = `/identity-checks/${job.jobId}`
  const answer = await ask(fetch, access, { method: 'PUT', path, body, begun, signal })
  if (answer.kind === 'unavailable') return answer
  const { receipt } = receiptShape.parse(answer.json)
  return { kind: 'accepted', reference: receipt }
}

const receiptShape = z.object({ receipt: z.string() })

async function result(
  fetch: ServiceClient,
  access: Access,
  { jobId }: ProviderJob,
  signal: AbortSignal,
): Promise<ResultReply> {
  const path = `/identity-checks/${jobId}`
  const answer = await ask(fetch, access, { method: 'GET', path, signal })
  if (answer.kind === 'unavailable') return answer
  if (answer.status === 404) return { kind: 'not_uploaded' }
  const read = resultShape.parse(answer.json)
  if (read.state === 'open') return { kind: 'processing' }
  return {
    kind: 'final',
    raw: answer.json,
    verdict: {
      outcome: 'verified',
      reasons: [],
      checks: { document: 'passed', liveness: 'not_done', faceMatch: 'passed' },
      readings: readingsFrom(read.person),
      seen: {},
      resultCode: read.verdict,
    },
  }
}

const personShape = z.object({
  given: z.string(),
  family: z.string(),
  born: z.string(),
  number: z.string(),
})

const resultShape = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('closed'), verdict: z.string(), person: personShape }),
])

function readingsFrom({ given, family, born, number }: z.output<typeof personShape>) {
  const readings: DocumentReadings = {
    firstName: given,
    lastName: family,
    dateOfBirth: born,
    idNumber: number,
  }
  return readings
}

interface Asked {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly body?: string
  readonly begun?: Awaited<ReturnType<ProviderSubmission['beginUpload']>>
  readonly signal: AbortSignal
}

async function ask(
  fetch: ServiceClient,
  { url, token }: Access,
  { method, path, body = '', begun, signal }: Asked,
) {
  const answer = await fetch.send({
    purpose: method === 'PUT' ? 'identity.upload' : 'identity.status',
    method,
    url: new URL(path, url),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
    fieldNames: body === '' ? [] : ['photos'],
    ...(begun && { begun }),
    timeoutMs: 5_000,
    answerBytesMax: 64 * 1024,
    signal,
  })
  if (answer.kind === 'failed') {
    return { kind: 'unavailable', reason: 'network' } satisfies Trouble
  }
  return { kind: 'answered', status: answer.status, json: parseBoundedJson(answer.body) } as const
}
