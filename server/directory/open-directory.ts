// Opens the client of the bank's directory. Its library is loaded with the first use: most sign-ins of most appliances
// need none, and the server starts sooner without it.

import type { Config, Secrets } from '../config.ts'
import type { Directory } from './directory.ts'
import type { DirectoryClientNeeds } from './directory-client.ts'

/** Returns undefined unless a directory is set. */
export function createDirectory(
  needs: DirectoryClientNeeds & {
    readonly config: Pick<Config, 'oidc'>
    readonly secrets: Pick<Secrets, 'oidcClientSecret'>
  },
): Directory | undefined {
  const { oidc: settings } = needs.config
  if (settings === undefined) return undefined
  let opened: Promise<Directory> | undefined
  const open = () => {
    opened ??= import('./directory-client.ts')
      .then(({ openDirectoryClient }) => openDirectoryClient(needs, settings, needs.secrets))
      .catch((error: unknown) => {
        opened = undefined
        throw error
      })
    return opened
  }
  return {
    visitUrl: async (visit) => (await open()).visitUrl(visit),
    identify: async (visit, query) => (await open()).identify(visit, query),
    readLogout: async (token) => (await open()).readLogout(token),
    signOutUrl: async (returnTo) => (await open()).signOutUrl(returnTo),
    examine: async (redirectUri) => (await open()).examine(redirectUri),
    async close() {
      // One that cannot be opened has nothing to close.
      const client = await opened?.catch(() => undefined)
      await client?.close()
    },
  }
}
