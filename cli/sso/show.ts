// `svc sso show`: shows how users sign in with the bank's directory, and who may use a password.

import type { Command } from 'commander'
import type { Config } from '../../server/config.ts'
import { logoutUriOf } from '../../server/users/directory/directory-logout.ts'
import { redirectUriOf } from '../../server/users/directory/directory-visits.ts'
import { roles } from '../../server/users/role.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { renderFacts } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc sso show', 'svc sso show --json'))
    .addHelpText('after', '\nTo try the directory: svc sso test\n')
    .action(() => show(context))
}

async function show({ io, session }: CommandContext): Promise<void> {
  const { config } = await session.settings()
  io.show(toJson(config), () => renderFacts(io.out, factsOf(config)))
  if (config.oidc === undefined && !io.isJson) {
    io.say('No directory is set: users sign in with passwords. See svc help directory.')
  }
}

function toJson(config: Config) {
  const { oidc, users } = config
  return {
    directory:
      oidc === undefined
        ? null
        : {
            issuer: oidc.issuer,
            client_id: oidc.clientId,
            name: oidc.name,
            redirect_uri: redirectUriOf(config),
            backchannel_logout_uri: logoutUriOf(config),
            scopes: oidc.scopes.split(' '),
            groups_claim: oidc.groupsClaim,
            groups: oidc.groups,
            acr_values: oidc.acrValues,
            amr_values: oidc.amrValues,
            create_users: oidc.createUsers,
          },
    local_sign_in: users.localSignIn,
    emergency_accounts: users.emergencyAccounts,
  }
}

function factsOf(config: Config): readonly (readonly [string, string])[] {
  const { oidc, users } = config
  const list = (items: readonly string[]) => items.join(', ') || 'none'
  const local = [
    ['local sign-in', users.localSignIn],
    ['emergency accounts', list(users.emergencyAccounts)],
  ] as const
  if (oidc === undefined) return [['directory', 'none'], ...local]
  const hasNone = oidc.acrValues.length === 0 && oidc.amrValues.length === 0
  return [
    ['directory', oidc.issuer],
    ['client id', oidc.clientId],
    ['name on the button', oidc.name],
    ['redirect URI', redirectUriOf(config)],
    ['back-channel logout URI', logoutUriOf(config)],
    ['scopes', oidc.scopes],
    ['claim of groups', oidc.groupsClaim],
    ...roles.map((role) => [`groups: ${role}`, list(oidc.groups[role])] as const),
    [
      'second factor',
      hasNone ? 'of this appliance' : 'of the directory, or else of this appliance',
    ],
    ['acr values', list(oidc.acrValues)],
    ['amr values', list(oidc.amrValues)],
    ['creates users', oidc.createUsers ? 'yes' : 'no, only invited users get in'],
    ...local,
  ]
}
