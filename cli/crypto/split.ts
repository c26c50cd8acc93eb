// `svc crypto split 3 of 5`: prints the master key in shares for escrow, one recovery sheet each.

import { type Command, InvalidArgumentError } from 'commander'
import { recordAccess } from '../../server/audit/record-access.ts'
import { chooseMasterKey, readOfferedKeys } from '../../server/crypto/master-key-source.ts'
import { findInstance } from '../../server/db/instance.ts'
import {
  type KeyShare,
  printShare,
  sharesMax,
  splitMasterKey,
} from '../../server/operations/encryption-keys/key-shares.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { checkHolders } from '../share-holders.ts'
import { day } from '../text/instant-text.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<needed>', 'shares that give the key together', parseCount)
    .argument('<of>', 'the word "of"')
    .argument('<shares>', 'shares to print, one a person', parseCount)
    .option('--holder <account...>', 'who gets each share, share 1 first; recorded')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc crypto split 3 of 5',
        'svc crypto split 2 of 3 --holder a.ndiaye m.diop f.ba',
        'svc crypto split 3 of 5 --yes | lpr',
      ),
    )
    .addHelpText(
      'after',
      '\nEach share is printed once, on a sheet of its own, and stored nowhere. Hand each\nto another person. With --holder the audit log has who holds which: accounts or\nreferences of the bank, no names of persons.\n',
    )
    .action((needed: number, of: string, shares: number, options: Options) =>
      print(context, { needed, of, shares }, options),
    )
}

interface Options extends YesOption {
  readonly holder?: readonly string[]
}

function parseCount(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

async function print(
  { io, session }: CommandContext,
  { needed, of, shares }: { readonly needed: number; readonly of: string; readonly shares: number },
  options: Options,
): Promise<void> {
  if (of !== 'of' || needed < 2 || needed > shares || shares > sharesMax) {
    throw new CommandError(
      'usage',
      `Write it as: svc crypto split 3 of 5. At least 2 shares are needed, and at most ${sharesMax} are printed.`,
    )
  }
  const holders = checkHolders(options.holder, shares)
  const appliance = await session.appliance()
  const question = `Print ${shares} shares of the master key, any ${needed} of which give it?`
  await io.confirm(question, options)
  const instance = await findInstance(appliance.db.reader)
  const { key } = chooseMasterKey(await readOfferedKeys(appliance.config), instance?.masterKeyId)
  const split = await splitMasterKey(key, { shares, threshold: needed })
  // Recorded first: what was printed without an entry could not be found out.
  await recordAccess(appliance, session.origin, {
    action: 'encryption.key_split',
    subject: { kind: 'encryption_key', id: key.fingerprint },
    details: { count: shares, threshold: needed, ...(holders && { holders }) },
  })
  const madeOn = day(appliance.clock.now())
  const printed = { shares: split.map(printShare), holders: holders ?? null }
  io.show({ fingerprint: key.fingerprint, needed, ...printed }, () =>
    split
      .map((share) => sheetOf(share, madeOn, instance?.id ?? '', holders?.[share.number - 1]))
      .join(cutLine),
  )
  if (!io.isJson)
    io.say('The shares are shown only now. When they are put away: svc crypto escrow confirm')
}

const cutLine = `\n${'- '.repeat(39)}\n`

/** A page for one person, in English and French. It has the fingerprint, which is no secret. */
function sheetOf(
  share: KeyShare,
  madeOn: string,
  installation: string,
  holder = '______________________',
): string {
  const { number, shares, threshold, fingerprint } = share
  const text = printShare(share)
  const space = text.lastIndexOf(' ')
  const groups = text.slice(space + 1).split('-')
  const lines = Array.from({ length: Math.ceil(groups.length / 6) }, (_, line) =>
    groups.slice(line * 6, line * 6 + 6).join('-'),
  )
  return `
RECOVERY SHEET / FICHE DE SÉQUESTRE                         share/part ${number} of/sur ${shares}

Installation   ${installation}
Date           ${madeOn}
Fingerprint of the master key / Empreinte de la clé maîtresse   ${fingerprint}

${text.slice(0, space)}
${lines.map((line, index) => `  ${line}${index === lines.length - 1 ? '' : '-'}`).join('\n')}

Any ${threshold} of the ${shares} sheets give the key: svc crypto combine --out FILE
${threshold} des ${shares} fiches redonnent la clé : svc crypto combine --out FICHIER
Keep it apart from the other sheets, sealed. Alone it reveals nothing.
À garder sous pli scellé, loin des autres fiches. Seule, elle ne révèle rien.

Handed to / Remise à   ${holder}   Signature   ______________________
`
}
