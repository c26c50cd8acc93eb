// Examines the directory step by step for `svc sso test`: its configuration, its keys, its clock, whether it accepts
// this client, and whether it sends browsers back to the console.

import * as oidc from 'openid-client'
import type { Clock } from '../kernel/clock.ts'
import { type DirectoryConfiguration, DirectoryError, type DirectoryFindings } from './directory.ts'
import { directoryErrorOf } from './directory-error-of.ts'

interface Examination {
  readonly redirectUri: string
  readonly clock: Clock
  /** The `Date` header of the last answer. */
  readonly dateOf: () => string | undefined
}

/** @throws DirectoryError if a step that the others need fails */
export async function examineDirectory(
  configured: oidc.Configuration,
  { redirectUri, clock, dateOf }: Examination,
): Promise<DirectoryFindings> {
  const date = Date.parse(dateOf() ?? '')
  const clockAheadMs = Number.isNaN(date) ? undefined : date - clock.now()
  return {
    configuration: configurationOf(configured),
    keys: await countKeys(configured),
    clockAheadMs,
    clientAnswer: await tryClient(configured, redirectUri),
    isRedirectKnown: await tryRedirect(configured, redirectUri),
  }
}

function configurationOf(configured: oidc.Configuration): DirectoryConfiguration {
  const metadata = configured.serverMetadata()
  return {
    hasPkce: metadata.supportsPKCE(),
    hasSignOut: metadata.end_session_endpoint !== undefined,
    hasUserinfo: metadata.userinfo_endpoint !== undefined,
    acrValues: metadata.acr_values_supported ?? [],
    clientAuthentications: metadata.token_endpoint_auth_methods_supported ?? [],
  }
}

async function get(configured: oidc.Configuration, address: string): Promise<Response> {
  const fetch = configured[oidc.customFetch]
  if (fetch === undefined) throw new Error('the configuration has no guarded client')
  const headers = { accept: '*/*' }
  return fetch(address, { method: 'GET', headers, body: undefined, redirect: 'manual' })
}

async function countKeys(configured: oidc.Configuration): Promise<DirectoryFindings['keys']> {
  const { jwks_uri: address } = configured.serverMetadata()
  if (address === undefined) return { failed: 'jwks_uri_missing' }
  try {
    const { keys } = (await (await get(configured, address)).json()) as { keys?: unknown }
    return Array.isArray(keys) ? keys.length : { failed: 'answer_unreadable' }
  } catch (error) {
    return { failed: error instanceof DirectoryError ? error.reason : 'answer_unreadable' }
  }
}

/** Redeems a code that cannot exist: the directory must refuse the code, and not the client. */
async function tryClient(configured: oidc.Configuration, redirectUri: string): Promise<string> {
  const { issuer, authorization_response_iss_parameter_supported: namesIssuer } =
    configured.serverMetadata()
  const state = oidc.randomState()
  const query = new URLSearchParams({ code: 'svc-sso-test', state })
  if (namesIssuer) query.set('iss', issuer)
  const address = new URL(`${redirectUri}?${query}`)
  const checks = { expectedState: state, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
  return oidc.authorizationCodeGrant(configured, address, checks).then(
    () => 'accepted',
    (error: unknown) => directoryErrorOf(error).reason,
  )
}

/** Asks for a sign-in without a page: a directory that knows the address redirects to it with an error. */
async function tryRedirect(
  configured: oidc.Configuration,
  redirectUri: string,
): Promise<boolean | undefined> {
  const address = oidc.buildAuthorizationUrl(configured, {
    redirect_uri: redirectUri,
    scope: 'openid',
    prompt: 'none',
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  const response = await get(configured, address.href).catch(() => undefined)
  const target = response?.headers.get('location') ?? undefined
  if (target?.startsWith(redirectUri)) return true
  return response?.status === 400 ? false : undefined
}
