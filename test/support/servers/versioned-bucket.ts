// A bucket that keeps versions and can lock them, on loopback: what an S3-compatible store with versioning answers to
// the few requests that images need. The S3 server of the other tests has no versions.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'

interface Version {
  readonly id: string
  /** undefined for a delete marker. */
  readonly content: Buffer | undefined
}

interface VersionedBucket {
  readonly endpoint: string
  readonly bucket: string
  readonly keyId: string
  readonly secretKey: string
  /** While true no version may be deleted. */
  isLocked: boolean
  /** While true the store answers nothing but 503. */
  isBusy: boolean
  /** Called when an object is stored and its answer not yet sent. */
  onStored: (key: string) => Promise<void>
  /** Keys with the number of their versions, delete markers included. */
  versions(): ReadonlyMap<string, number>
}

export async function openVersionedBucket(t: TestContext): Promise<VersionedBucket> {
  const objects = new Map<string, Version[]>()
  const bucket = 'kept'
  const server = createServer((request, response) => void answer(request, response))
  const port = await listenLocally(server)
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const place: VersionedBucket = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    keyId: 'key',
    secretKey: 'secret',
    isLocked: false,
    isBusy: false,
    onStored: async () => {},
    versions: () => new Map([...objects].map(([key, all]) => [key, all.length])),
  }
  let made = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const url = new URL(request.url ?? '', 'http://localhost')
    const key = url.pathname.slice(`/${bucket}/`.length)
    const all = objects.get(key) ?? []
    if (place.isBusy) return refuse(response, 503, 'SlowDown')
    if (request.method === 'PUT') {
      made += 1
      objects.set(key, [{ id: `v${made}`, content: Buffer.concat(parts) }, ...all])
      await place.onStored(key)
      response.end()
    } else if (request.method === 'DELETE') {
      const id = url.searchParams.get('versionId')
      if (id !== null && place.isLocked) return refuse(response, 403, 'AccessDenied')
      made += 1
      const left =
        id === null
          ? [{ id: `v${made}`, content: undefined }, ...all]
          : all.filter((version) => version.id !== id)
      if (left.length === 0) objects.delete(key)
      else objects.set(key, left)
      response.writeHead(204).end()
    } else if (key === '') response.end(describeBucket(objects, url.searchParams))
    else if (all[0]?.content === undefined) refuse(response, 404, 'NoSuchKey')
    else response.end(all[0].content)
  }

  return place
}

function describeBucket(
  objects: ReadonlyMap<string, readonly Version[]>,
  asked: URLSearchParams,
): string {
  if (asked.has('versioning'))
    return '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  if (asked.has('object-lock')) {
    return '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>'
  }
  const found = [...objects].filter(([key]) => key.startsWith(asked.get('prefix') ?? ''))
  if (asked.has('versions')) {
    const entries = found.flatMap(([key, all]) =>
      all.map(({ id, content }) => {
        const kind = content === undefined ? 'DeleteMarker' : 'Version'
        return `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId></${kind}>`
      }),
    )
    return `<ListVersionsResult>${entries.join('')}</ListVersionsResult>`
  }
  const entries = found
    .filter(([, all]) => all[0]?.content !== undefined)
    .map(([key]) => `<Contents><Key>${key}</Key></Contents>`)
  return `<ListBucketResult>${entries.join('')}</ListBucketResult>`
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code></Error>`)
}
