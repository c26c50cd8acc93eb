// `svc crypto rotate-data`: new purpose keys for new writes; the server re-encrypts the rest in the background.

import { type Command, Option } from 'commander'
import { type RotatablePurpose, rotatablePurposes } from '../../server/crypto/purpose-key.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { isPepperHeld } from '../../server/operations/encryption-keys/read-encryption-state.ts'
import { rotateKeys } from '../../server/operations/encryption-keys/rotate-keys.ts'
import { CommandError } from '../command-error.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'

interface Options extends YesOption {
  readonly purpose?: RotatablePurpose
}

export function define(command: Command, context: CommandContext): void {
  command
    .addOption(
      new Option('--purpose <purpose>', 'only the key of this purpose').choices(rotatablePurposes),
    )
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples('svc crypto rotate-data', 'svc crypto rotate-data --purpose seal_webhook --yes'),
    )
    .addHelpText(
      'after',
      '\nThe running server re-encrypts in the background and goes on after a crash; svc\ncrypto status shows how far. An old key is destroyed a day after no row needs\nit. Backups hold the old keys themselves.\n',
    )
    .action((options: Options) => rotate(context, options))
}

async function rotate({ io, session }: CommandContext, options: Options): Promise<void> {
  const appliance = await session.appliance()
  // Its rotation ends with the last older API key, which may be years away and holds up no other.
  const isLeftOut = options.purpose === undefined && (await isPepperHeld(appliance.db.reader))
  const purposes =
    options.purpose === undefined
      ? rotatablePurposes.filter((purpose) => !isLeftOut || purpose !== 'mac_api_key')
      : [options.purpose]
  const question = `Replace ${purposes.length === 1 ? `the key ${purposes[0]}` : `${purposes.length} keys`} and re-encrypt in the background?`
  await io.confirm(question, options)
  const start = await rotateKeys(appliance, session.origin, purposes)
  if (start.kind === 'refused') throw new CommandError('precondition_failed', start.why)
  const rotations = start.rotations.map(({ purpose, keyId, usedFrom }) => ({
    purpose,
    key_id: keyId,
    used_from: toIso(usedFrom),
  }))
  io.show({ rotations }, () =>
    rotations.map((one) => `${one.purpose} ${one.key_id} used from ${one.used_from}\n`).join(''),
  )
  const status = commandToCopy(session, 'svc crypto status')
  if (io.isJson) return
  if (isLeftOut)
    io.say('mac_api_key is left out: API keys that are still valid need the older one.')
  io.say(`The server re-encrypts in the background. Progress: ${status}`)
}
