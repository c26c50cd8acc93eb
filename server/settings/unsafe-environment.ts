// Refuses environment variables of Node that would make the product unsafe.

import type { SettingProblem } from './setting-sources.ts'

export function faultsOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): readonly SettingProblem[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  const message =
    'is 0, which disables the certificate checks of all outgoing calls. Unset it; add the authority of a service in its ..._CA_FILE setting or in NODE_EXTRA_CA_CERTS'
  return [{ name: 'NODE_TLS_REJECT_UNAUTHORIZED', message }]
}
