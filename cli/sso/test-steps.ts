// What the findings about the bank's directory mean, step by step, with what to do about each fault.

import type { Config } from '../../server/config.ts'
import type { DirectoryFindings } from '../../server/directory/directory.ts'

export interface Step {
  readonly step: string
  readonly verdict: 'good' | 'failed' | 'unknown'
  readonly text: string
  readonly advice?: string
}

type Settings = Pick<
  NonNullable<Config['oidc']>,
  'acrValues' | 'clientAuthentication' | 'clientKeyFile'
>

export function directorySteps(
  findings: DirectoryFindings,
  settings: Settings | undefined,
  redirectUri: string,
): readonly Step[] {
  return [
    {
      step: 'configuration',
      verdict: 'good',
      text: 'read, and its issuer is the one in SVC_OIDC_ISSUER',
    },
    pkceStep(findings),
    keyStep(findings),
    clockStep(findings),
    clientStep(findings, settings),
    redirectStep(findings, redirectUri),
    acrStep(findings, settings?.acrValues ?? []),
    signOutStep(findings),
  ]
}

const advices: Readonly<Record<string, string>> = {
  timeout:
    'It did not answer in time. Check the network and firewalls between this machine and it.',
  network:
    'It cannot be reached over TLS. Check name, port and firewall; name its certificate authority in SVC_OIDC_CA_FILE if it is not a public one.',
  address_forbidden:
    'The configuration names a host that may not be called. Name it in SVC_OIDC_HOSTS if it is yours.',
  wrong_issuer:
    'SVC_OIDC_ISSUER must be the issuer exactly as the configuration writes it, with or without a slash at the end; for Microsoft Entra ID the one of your tenant, not common or organizations.',
  endpoint_missing_or_insecure:
    'Its configuration has no https address to send browsers to. Check SVC_OIDC_ISSUER.',
  answer_not_json: 'There is no OpenID Connect configuration below SVC_OIDC_ISSUER.',
  answer_status: 'There is no OpenID Connect configuration below SVC_OIDC_ISSUER.',
}

/** The only step if the configuration cannot be read: all others need it. */
export function troubleStep(reason: string): Step {
  const advice =
    advices[reason] ?? 'Open SVC_OIDC_ISSUER/.well-known/openid-configuration in a browser.'
  return { step: 'configuration', verdict: 'failed', text: reason, advice }
}

function pkceStep({ configuration: { hasPkce } }: DirectoryFindings): Step {
  return hasPkce
    ? { step: 'PKCE', verdict: 'good', text: 'S256' }
    : {
        step: 'PKCE',
        verdict: 'unknown',
        text: 'not named in the configuration; it is used all the same',
      }
}

function keyStep({ keys }: DirectoryFindings): Step {
  const step = 'signing keys'
  if (typeof keys === 'number' && keys > 0) return { step, verdict: 'good', text: `${keys}` }
  const reason = typeof keys === 'number' ? 'none' : keys.failed
  const advice = advices[reason] ?? 'Without keys no ID token can be verified.'
  return { step, verdict: 'failed', text: reason, advice }
}

/** Tokens are accepted with 30 seconds of difference. */
const clockAheadMaxMs = 20_000

function clockStep({ clockAheadMs }: DirectoryFindings): Step {
  const step = 'clock'
  if (clockAheadMs === undefined)
    return { step, verdict: 'unknown', text: 'it does not say its time' }
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000)
  const text = `${seconds} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} this machine`
  if (Math.abs(clockAheadMs) <= clockAheadMaxMs) return { step, verdict: 'good', text }
  const advice = 'Tokens will count as expired or not yet valid. Set both clocks by NTP.'
  return { step, verdict: 'failed', text, advice }
}

function clientStep({ clientAnswer }: DirectoryFindings, settings: Settings | undefined): Step {
  const step = 'client'
  if (clientAnswer === 'invalid_grant') {
    return { step, verdict: 'good', text: 'client id and its secret or key are accepted' }
  }
  if (clientAnswer === 'invalid_client' || clientAnswer === 'unauthorized_client') {
    const how =
      settings?.clientKeyFile === undefined ? settings?.clientAuthentication : 'private_key_jwt'
    const advice = `Check SVC_OIDC_CLIENT_ID, the secret or key, and that the directory expects ${how} (SVC_OIDC_CLIENT_AUTHENTICATION).`
    return { step, verdict: 'failed', text: clientAnswer, advice }
  }
  const advice = advices[clientAnswer] ?? 'Sign in once to find out.'
  return { step, verdict: 'unknown', text: `the answer was ${clientAnswer}`, advice }
}

function redirectStep({ isRedirectKnown }: DirectoryFindings, redirectUri: string): Step {
  const step = 'redirect URI'
  if (isRedirectKnown) return { step, verdict: 'good', text: 'registered' }
  const advice = `Register exactly ${redirectUri} at the directory; it follows SVC_PUBLIC_URL and SVC_CONSOLE_HOST.`
  return isRedirectKnown === false
    ? { step, verdict: 'failed', text: 'the directory refuses it', advice }
    : { step, verdict: 'unknown', text: 'the directory does not say', advice }
}

function acrStep({ configuration }: DirectoryFindings, wanted: readonly string[]): Step {
  const step = 'acr values'
  const { acrValues: offered } = configuration
  const missing = wanted.filter((value) => !offered.includes(value))
  if (wanted.length === 0) return { step, verdict: 'good', text: 'none wanted' }
  if (missing.length === 0) return { step, verdict: 'good', text: wanted.join(', ') }
  const advice = 'Without them users are asked for the second factor of this appliance.'
  return { step, verdict: 'unknown', text: `not offered: ${missing.join(', ')}`, advice }
}

function signOutStep({ configuration: { hasSignOut } }: DirectoryFindings): Step {
  return hasSignOut
    ? { step: 'sign-out', verdict: 'good', text: 'leads to the directory too' }
    : { step: 'sign-out', verdict: 'unknown', text: 'ends the session of this appliance only' }
}
