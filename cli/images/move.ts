// `svc images move`: copies the images to another place, compares each, and deletes them at the old one when told to.

import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { openInstallationImages } from '../../server/backup/open-installation-images.ts'
import type { Config } from '../../server/config.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import type { OpenedImages } from '../../server/images/storage/open-image-files.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { nodeState } from '../../server/nodes/node.ts'
import { listNodes } from '../../server/nodes/node-list-view.ts'
import { moveImages } from '../../server/operations/move/move-images.ts'
import { imagesUrl } from '../../server/settings/image-setting-rows.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { sizeText } from '../text/size-text.ts'

interface Options extends YesOption {
  readonly from?: string
  readonly to?: string
  readonly deleteSource?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option(
      '--to <place>',
      's3://bucket/prefix?endpoint=..., or a folder (the place in the settings)',
    )
    .option('--from <place>', 'the same')
    .option('--delete-source', 'delete the images in --from once all are compared')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        "svc images move --to 's3://kyc/images?endpoint=https://s3.eu-west-3.amazonaws.com&region=eu-west-3'",
        'svc images move --from /srv/svc/data/images --delete-source',
      ),
    )
    .addHelpText(
      'after',
      '\nStop every server first. Keys for a bucket: SVC_IMAGES_S3_KEY_ID and its secret.\nInterrupted or killed, the same command goes on where it ended. Then name the\nnew place in the settings. Erasure does not reach copies that stay behind: once\nthe new place is in use, run it again with --from and --delete-source. More:\nsvc help images\n',
    )
    .action((options: Options) => move(context, options))
}

async function move(context: CommandContext, options: Options): Promise<void> {
  const { io, session, interrupted: signal } = context
  if ((options.from === undefined) === (options.to === undefined)) {
    throw new CommandError('usage', 'Give --to, the new place, or --from, an old one.')
  }
  if (options.deleteSource === true && options.from === undefined) {
    const message =
      'Images are deleted at an old place only. Name the new place in the settings first, then give --from.'
    throw new CommandError('usage', message)
  }
  const appliance = await session.appliance()
  if (nameOf(appliance.config, options.from) === nameOf(appliance.config, options.to)) {
    throw new CommandError('usage', 'The settings name that place already.')
  }
  const lock = await holdAlone(appliance)
  const from = openPlace(appliance, options.from)
  const to = openPlace(appliance, options.to)
  const progress = startProgress(io)
  try {
    const names = {
      from: nameOf(appliance.config, options.from),
      to: nameOf(appliance.config, options.to),
    }
    const deletes = options.deleteSource === true
    if (deletes) {
      const question = `Delete the images in ${names.from} once each is compared with its copy in ${names.to}?`
      await io.confirm(question, options)
    }
    const result = await moveImages(appliance, {
      by: session.origin,
      from: { name: names.from, files: from.files },
      to: { name: names.to, files: to.files },
      deletesSource: deletes,
      signal,
      onProgress: (step, images, all) => progress.update(`${verbs[step]}: ${images} of ${all}`),
    })
    progress.end()
    io.show({ ...names, ...result, source: deletes ? 'deleted' : 'kept' }, () =>
      toText(result, names, deletes),
    )
  } finally {
    progress.end()
    await Promise.all([from.close(), to.close()])
    lock?.release()
  }
}

const verbs = { copying: 'Copying and comparing images', deleting: 'Deleting images' } as const

/** @throws ServerLockedError, CommandError while a server works on the database */
async function holdAlone({ config, db, clock }: Appliance) {
  const live = (await listNodes(db.reader)).filter(
    (node) => nodeState(node, clock.now()) !== 'silent',
  )
  if (db.dialect === 'postgres' && live.length > 0) {
    const message = `${countedNoun(live.length, 'server')} on this database still run. Stop them first (svc nodes list).`
    throw new CommandError('precondition_failed', message)
  }
  return db.dialect === 'sqlite' ? holdServerLock(serverLockFile(config.dataDir)) : undefined
}

/** @param place undefined for the one of the settings */
function openPlace({ config, secrets, db }: Appliance, place: string | undefined): OpenedImages {
  const common = { secrets, db, nodeId: 'move', log: silentLog }
  if (place === undefined) return openInstallationImages({ ...common, config })
  if (place.startsWith('s3://')) {
    return openInstallationImages({ ...common, config, url: readBucket(place) })
  }
  const folder = resolve(place)
  const imagesDir = folder === ownFolder(config) ? undefined : folder
  const { dataDir, backupS3 } = config
  const inFolder = { dataDir, backupS3, imagesDir, imagesS3: undefined }
  return openInstallationImages({ ...common, config: inFolder })
}

function nameOf(config: Config, place: string | undefined): string {
  if (place?.startsWith('s3://')) return bucketName(readBucket(place))
  if (place !== undefined) return resolve(place)
  if (config.imagesS3 !== undefined) return bucketName(config.imagesS3.url)
  return config.imagesDir ?? ownFolder(config)
}

function readBucket(place: string) {
  const url = imagesUrl.parse(place, '')
  if (url !== undefined) return url
  throw new CommandError('usage', `A bucket is named as ${imagesUrl.expects}.`)
}

function bucketName({ bucket, prefix, endpoint }: ReturnType<typeof readBucket>): string {
  return `s3://${bucket}/${prefix} at ${endpoint}`
}

const ownFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'images')

type Result = Awaited<ReturnType<typeof moveImages>>

function toText(
  { copied, present, bytes, known, deleted, kept }: Result,
  names: { readonly from: string; readonly to: string },
  isDeleted: boolean,
): string {
  const there = copied + present
  const lines = [
    `copied ${countedNoun(copied, 'image')} from ${names.from} to ${names.to}; ${present} were there; all ${there} compared (${sizeText(bytes)})`,
    ...(known > there
      ? [`the database names ${known}: ${known - there} are not in ${names.from}`]
      : []),
    ...(isDeleted ? [`deleted ${countedNoun(deleted, 'image')} in ${names.from}`] : []),
    ...(kept > 0 ? [`${kept} are kept there by the store for a time: run it again then`] : []),
    ...(isDeleted
      ? []
      : [
          'Name the new place in the settings (SVC_IMAGES_URL), and start the server. Erasure does not reach the old place: then run it again with --from and --delete-source.',
        ]),
  ]
  return `${lines.join('\n')}\n`
}
