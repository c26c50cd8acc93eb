// The client of the bank's directory: sends browsers there, redeems the codes they come back with, and verifies who the
// directory says they are. It keeps the directory's configuration and nothing else.

import { readFileSync } from 'node:fs'
import * as oidc from 'openid-client'
import type { Config, Secrets } from '../config.ts'
import { destinationOf } from '../egress/destination.ts'
import { type Egress, guardService } from '../egress/guard-service.ts'
import type { OnCall, OutboundPurpose } from '../egress/outbound.ts'
import { createServiceClient } from '../egress/service-client.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { hourMs } from '../kernel/durations.ts'
import { clientAuthentication } from './client-authentication.ts'
import { type Directory, DirectoryError, type DirectoryPerson, type Visit } from './directory.ts'
import { directoryErrorOf } from './directory-error-of.ts'
import { examineDirectory } from './examine-directory.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { keepKeys } from './kept-keys.ts'
import { verifyLogoutToken } from './logout-token.ts'
import { claimAt, hasTooManyGroups, readPerson } from './read-person.ts'

export interface DirectoryClientNeeds {
  readonly clock: Clock
  readonly egress: Egress
  readonly onCall: OnCall
}

type DirectorySettings = NonNullable<Config['oidc']>

/** How long the directory's configuration is used before it is read again. */
const configurationLifeMs = hourMs
/** Seconds. A proof of identity that the directory took earlier than this is too old for `isProofAsked`. */
const proofAgeMaxSeconds = 300

/** @throws Error if the file of authorities holds anything but certificates */
export function openDirectoryClient(
  needs: DirectoryClientNeeds,
  settings: DirectorySettings,
  secrets: Pick<Secrets, 'oidcClientSecret'>,
): Directory {
  const { clock } = needs
  const calls = openCalls(needs, settings)
  let known: { readonly metadata: oidc.ServerMetadata; readonly readAt: number } | undefined
  let reading: Promise<oidc.ServerMetadata> | undefined

  async function discover(): Promise<oidc.ServerMetadata> {
    const metadata = await readConfiguration(settings, calls.fetch)
    known = { metadata, readAt: clock.now() }
    calls.purposes = purposesOf(metadata)
    return metadata
  }

  /** One reading at a time. An old configuration serves while the directory cannot be asked for a new one. */
  async function metadataNow(): Promise<oidc.ServerMetadata> {
    if (known !== undefined && clock.now() - known.readAt < configurationLifeMs) {
      return known.metadata
    }
    reading ??= discover().finally(() => {
      reading = undefined
    })
    return reading.catch((error: unknown) => {
      if (known === undefined) throw error
      return known.metadata
    })
  }

  async function configuration(): Promise<oidc.Configuration> {
    const auth = await clientAuthentication(settings, secrets)
    return configure(await metadataNow(), auth, { settings, clock, fetch: calls.fetch })
  }

  const readKeys = keepKeys(clock, async () =>
    readKeysAt((await metadataNow()).jwks_uri, calls.fetch),
  )

  return {
    async visitUrl(visit) {
      return inTrouble(async () => {
        const configured = await configuration()
        return oidc.buildAuthorizationUrl(configured, await parametersOf(visit, settings)).href
      })
    },
    async identify(visit, query) {
      return inTrouble(async () => identify(await configuration(), settings, visit, query))
    },
    async readLogout(token) {
      const { issuer, clientId } = settings
      return inTrouble(() => verifyLogoutToken({ clock, issuer, clientId, readKeys }, token))
    },
    async signOutUrl(returnTo) {
      const configured = await configuration().catch(() => undefined)
      if (configured?.serverMetadata().end_session_endpoint === undefined) return undefined
      return oidc.buildEndSessionUrl(configured, { post_logout_redirect_uri: returnTo }).href
    },
    async examine(redirectUri) {
      return inTrouble(async () => {
        known = { metadata: await discover(), readAt: clock.now() }
        const configured = await configuration()
        return examineDirectory(configured, { redirectUri, clock, dateOf: () => calls.date })
      })
    },
    close: () => calls.close(),
  }
}

/** A new one for each use: the library fixes the clock's offset when it is made, and then reads the keys anew. */
function configure(
  metadata: oidc.ServerMetadata,
  auth: oidc.ClientAuth,
  needs: {
    readonly settings: DirectorySettings
    readonly clock: Clock
    readonly fetch: oidc.CustomFetch
  },
): oidc.Configuration {
  const { issuer, clientId } = needs.settings
  const offset = Math.round((needs.clock.now() - systemClock.now()) / 1000)
  const configured = new oidc.Configuration(metadata, clientId, { [oidc.clockSkew]: offset }, auth)
  configured[oidc.customFetch] = needs.fetch
  // Without it the library trusts an ID token from the token endpoint without checking its signature.
  oidc.enableNonRepudiationChecks(configured)
  if (issuer.startsWith('http:')) oidc.allowInsecureRequests(configured)
  return configured
}

interface Calls {
  /** Of the last answer: the directory's clock. */
  date: string | undefined
  /** By address, as the configuration names it. */
  purposes: ReadonlyMap<string, OutboundPurpose>
  readonly fetch: oidc.CustomFetch
  close(): Promise<void>
}

function openCalls(
  needs: DirectoryClientNeeds,
  { issuer, caFile, hosts }: DirectorySettings,
): Calls {
  const { host, port } = destinationOf(new URL(issuer))
  const named = [{ pattern: host, port }, ...hosts]
  const fetch = createServiceClient({
    guard: guardService(needs.egress, { known: [], named }),
    onCall: needs.onCall,
    extraCa: caFile && readFileSync(caFile, 'utf8'),
    caSetting: 'SVC_OIDC_CA_FILE',
  })
  const calls: Calls = {
    date: undefined,
    purposes: new Map(),
    fetch: guardedFetch({
      fetch,
      purposeOf: (url) => calls.purposes.get(url) ?? 'directory.configuration',
      onDate: (date) => {
        calls.date = date
      },
    }),
    close: () => fetch.close(),
  }
  return calls
}

async function readConfiguration(
  { issuer, clientId }: DirectorySettings,
  fetch: oidc.CustomFetch,
): Promise<oidc.ServerMetadata> {
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const options = { [oidc.customFetch]: fetch, execute }
  const found = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, options)
    .catch((error: unknown) => {
      throw directoryErrorOf(error)
    })
  const metadata = found.serverMetadata()
  // The library accepts any tenant of Microsoft Entra ID under `common`; a bank's directory is one tenant.
  if (metadata.issuer !== issuer) throw new DirectoryError('answer_invalid', 'wrong_issuer')
  assertBrowserAddress(metadata.authorization_endpoint, issuer)
  if (metadata.end_session_endpoint) assertBrowserAddress(metadata.end_session_endpoint, issuer)
  return metadata
}

async function readKeysAt(address: string | undefined, fetch: oidc.CustomFetch): Promise<unknown> {
  if (address === undefined) throw new DirectoryError('answer_invalid', 'keys_missing')
  const answer = await fetch(address, {
    body: undefined,
    headers: { accept: 'application/json' },
    method: 'GET',
    redirect: 'manual',
  })
  return answer.json().catch(() => undefined)
}

/** The browser is sent there, so it must be no script and no plain http to another machine. */
function assertBrowserAddress(address: string | undefined, issuer: string): void {
  const protocol = URL.parse(address ?? '')?.protocol
  if (protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'))) return
  throw new DirectoryError('answer_invalid', 'endpoint_missing_or_insecure')
}

function purposesOf(metadata: oidc.ServerMetadata): Map<string, OutboundPurpose> {
  const purposes = new Map<string, OutboundPurpose>()
  for (const [address, purpose] of [
    [metadata.token_endpoint, 'directory.token'],
    [metadata.jwks_uri, 'directory.keys'],
    [metadata.userinfo_endpoint, 'directory.user'],
  ] as const) {
    if (address !== undefined) purposes.set(new URL(address).href, purpose)
  }
  return purposes
}

async function parametersOf(
  { redirectUri, state, nonce, verifier, isProofAsked }: Visit,
  { scopes, acrValues }: DirectorySettings,
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(acrValues.length > 0 ? { acr_values: acrValues.join(' ') } : {}),
    ...(isProofAsked ? { prompt: 'login', max_age: String(proofAgeMaxSeconds) } : {}),
  }
}

async function identify(
  configured: oidc.Configuration,
  { groupsClaim }: DirectorySettings,
  { redirectUri, state, nonce, verifier, isProofAsked }: Visit,
  query: string,
): Promise<DirectoryPerson> {
  const tokens = await oidc.authorizationCodeGrant(configured, new URL(`${redirectUri}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(isProofAsked ? { maxAge: proofAgeMaxSeconds } : {}),
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new DirectoryError('answer_invalid', 'id_token_missing')
  const isWhole = claimAt(claims, groupsClaim) !== undefined && claims.email !== undefined
  const hasMore = configured.serverMetadata().userinfo_endpoint !== undefined
  const more =
    isWhole || !hasMore ? {} : await oidc.fetchUserInfo(configured, tokens.access_token, claims.sub)
  const all = { ...more, ...noProof, ...claims }
  if (hasTooManyGroups(all, groupsClaim)) {
    throw new DirectoryError('answer_invalid', 'too_many_groups')
  }
  return readPerson(all, groupsClaim)
}

/** How and when somebody signed in is said by the ID token alone: in a profile, its owner may have written it. */
const noProof = { acr: undefined, amr: undefined, auth_time: undefined }

async function inTrouble<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw directoryErrorOf(error)
  }
}
