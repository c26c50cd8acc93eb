// What else in the environment would undo the product's safety, though it is no setting of ours.

import type { SettingProblem } from './setting-sources.ts'

export function faultsOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): readonly SettingProblem[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  const message =
    'is 0, which turns the check of certificates off for everything that this program calls. Unset it; name the authority of a service in its ..._CA_FILE setting, or in NODE_EXTRA_CA_CERTS'
  return [{ name: 'NODE_TLS_REJECT_UNAUTHORIZED', message }]
}
