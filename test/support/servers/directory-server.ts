// A directory for tests: the real OpenID provider `oidc-provider` on loopback, with one client, one signed-in person at
// a time, and ways to misbehave.

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'

export const directoryClient = { id: 'svc-console', secret: 'a-secret-of-the-test-client' }

/** The person who is signed in at the directory. */
export interface TestPerson {
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly acr?: string
  readonly amr?: readonly string[]
}

export interface TestDirectory {
  readonly issuer: string
  /** Settings of an appliance that signs in here. */
  readonly settings: Readonly<Record<string, string>>
  person: TestPerson
  /** Changes the claims of the next ID tokens, which are signed anew with the right key unless `key` is given. */
  forge: ((claims: Record<string, unknown>) => ForgedToken) | undefined
  /** Answers every request with 503. */
  isDown: boolean
  /** How often somebody asked for the keys. */
  keysAsked: number
  /** The bodies of the requests to the token endpoint. */
  readonly tokenRequests: readonly string[]
  /** The last ID token; empty before the first. */
  lastToken(): string
  /** A logout token about this person, as the directory signs it, with these claims, header or key instead. */
  logoutToken(forged?: {
    readonly claims?: Readonly<Record<string, unknown>>
    readonly header?: Readonly<Record<string, unknown>>
    readonly key?: KeyObject
  }): string
  /** Replaces the signing key; tokens are signed with it and the old one is published no more. */
  rotateKey(): void
  close(): Promise<void>
}

interface ForgedToken {
  readonly claims: Readonly<Record<string, unknown>>
  readonly key?: KeyObject
  /** Another algorithm than RS256, with what then stands in place of the signature. */
  readonly algorithm?: { readonly name: string; sign(text: string): Buffer }
}

const awa: TestPerson = {
  subject: 'awa-4711',
  claims: { email: 'Awa@bank.example', name: 'Awa Diop', groups: ['svc-reviewers'] },
}

interface Options {
  readonly redirectUris: readonly string[]
  readonly signOutUris: readonly string[]
  readonly logoutUri: string
  /** The client proves itself with this key instead of its secret. */
  readonly clientKey?: KeyObject
  /** All tokens are of this instant, however long a test takes; of the machine's clock unless given. */
  readonly stoodAtMs?: number
}

export async function startDirectory(options: Options): Promise<TestDirectory> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  const port = await listenLocally(server)
  const issuer = `http://127.0.0.1:${port}`
  const tokenRequests: string[] = []
  let lastToken = ''
  const now = () => Math.floor((options.stoodAtMs ?? Date.now()) / 1000)
  let key = newKey()
  const first = key
  const directory: TestDirectory = {
    issuer,
    settings: settingsOf(issuer),
    person: awa,
    forge: undefined,
    isDown: false,
    keysAsked: 0,
    tokenRequests,
    lastToken: () => lastToken,
    logoutToken({ claims = {}, header = {}, key: otherKey } = {}) {
      const all = {
        iss: issuer,
        aud: directoryClient.id,
        sub: directory.person.subject,
        iat: now(),
        exp: now() + 120,
        jti: 'a-logout',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      }
      const { kid, privateKey } = key
      return jwt({ alg: 'RS256', typ: 'logout+jwt', kid, ...header }, all, otherKey ?? privateKey)
    },
    rotateKey() {
      key = newKey()
    },
    close: () => closeServer(server),
  }
  const provider = new Provider(issuer, configurationOf(options, directory, first))
  const callback = provider.callback()
  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer)
    if (pathname === '/jwks') directory.keysAsked += 1
    if (directory.isDown) response.writeHead(503).end()
    else if (pathname.startsWith('/interaction/'))
      void signIn(provider, directory, request, response)
    else if (pathname === '/jwks' && key !== first) sendJson(response, { keys: [key.jwk] })
    else if (pathname === '/token') {
      keepBody(request, tokenRequests)
      forgeToken(response, directory, { keyNow: () => key, now }, (token) => {
        lastToken = token
      })
      callback(request, response)
    } else callback(request, response)
  }
  return directory
}

function settingsOf(issuer: string) {
  return {
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: directoryClient.id,
    SVC_OIDC_CLIENT_SECRET: directoryClient.secret,
    SVC_OIDC_NAME: 'Bank of Tests',
    SVC_OIDC_ADMINISTRATORS: 'svc-admins',
    SVC_OIDC_LEADS: 'svc-leads',
    SVC_OIDC_REVIEWERS: 'svc-reviewers',
    SVC_OIDC_DEVELOPERS: 'svc-developers',
    SVC_OIDC_AUDITORS: 'svc-auditors,svc-audit',
  }
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64url')
  return { privateKey, kid, jwk: { ...jwk, kid, use: 'sig', alg: 'RS256' } }
}

type Key = ReturnType<typeof newKey>

function configurationOf(
  { redirectUris, signOutUris, logoutUri, clientKey }: Options,
  directory: TestDirectory,
  { privateKey, kid }: Key,
): Configuration {
  return {
    clients: [
      {
        client_id: directoryClient.id,
        ...(clientKey === undefined
          ? { client_secret: directoryClient.secret }
          : {
              token_endpoint_auth_method: 'private_key_jwt' as const,
              jwks: { keys: [{ ...clientKey.export({ format: 'jwk' }), kid: 'svc-1' }] },
            }),
        redirect_uris: [...redirectUris],
        backchannel_logout_uri: logoutUri,
        post_logout_redirect_uris: [...signOutUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      openid: ['sub', 'groups', 'acr', 'amr', 'auth_time'],
      email: ['email'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    acrValues: ['urn:bank:mfa'],
    pkce: { required: () => true },
    cookies: { keys: ['a-key-of-the-test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The provider's own agent refuses the loopback.
    fetch(url, options) {
      const plain = { ...options }
      Reflect.deleteProperty(plain, 'dispatcher')
      return globalThis.fetch(url, plain)
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...directory.person.claims }),
    }),
    async loadExistingGrant(ctx) {
      const { oidc } = ctx
      const clientId = oidc.client?.clientId
      const accountId = oidc.session?.accountId
      if (clientId === undefined || accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

/** Signs the directory's person in without a question. */
async function signIn(
  provider: Provider,
  { person }: TestDirectory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { subject: accountId, acr, amr } = person
  const login = { accountId, ...(acr && { acr }), ...(amr && { amr: [...amr] }) }
  await provider.interactionFinished(request, response, { login })
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

function keepBody(request: IncomingMessage, into: string[]): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => into.push(Buffer.concat(parts).toString()))
}

/** Replaces the ID token in the answer of the token endpoint. */
function forgeToken(
  response: ServerResponse,
  directory: TestDirectory,
  { keyNow, now }: { keyNow: () => Key; now: () => number },
  onToken: (token: string) => void,
): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse
  response.end = ((text: unknown) => {
    const answer = JSON.parse(String(text)) as { id_token?: string }
    const payload = answer.id_token?.split('.')[1]
    if (payload === undefined) return end(String(text))
    const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const claims = movedTo(now(), read)
    const forged: ForgedToken = directory.forge?.(claims) ?? { claims }
    const { kid, privateKey } = keyNow()
    const { name = 'RS256', sign } = forged.algorithm ?? {}
    const token = jwt({ alg: name, kid }, forged.claims, forged.key ?? privateKey, sign)
    onToken(token)
    const changed = JSON.stringify({ ...answer, id_token: token })
    response.setHeader('Content-Length', Buffer.byteLength(changed))
    return end(changed)
  }) as typeof response.end
}

/** The same claims as if they had been made at this second. */
function movedTo(seconds: number, claims: Record<string, unknown>): Record<string, unknown> {
  const moved = (name: string, value: unknown) =>
    ['iat', 'exp', 'nbf', 'auth_time'].includes(name) && typeof claims.iat === 'number'
      ? Number(value) - claims.iat + seconds
      : value
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [name, moved(name, value)]),
  )
}

function jwt(
  header: object,
  claims: object,
  key: KeyObject,
  signed: (text: string) => Buffer = (text) => sign('sha256', Buffer.from(text), key),
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  return `${text}.${signed(text).toString('base64url')}`
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((closed) => server.close(() => closed()))
}
