// After a change of releases: whether the release in use writes another unit of systemd than the one that is there.
// Upgrade and rollback leave the unit alone, since an operator may have changed it.

import { join } from 'node:path'
import { readText } from '../../server/settings/setting-files.ts'
import type { CommandContext } from '../context.ts'
import { runRelease, type UpgradeScene } from './upgrade-context.ts'

/** @param order the release that is in use now, and its unit as systemctl takes it, with or without `.service` */
export async function adviseOnUnit(
  { io, env }: CommandContext,
  scene: UpgradeScene,
  { version, service }: { readonly version: string; readonly service: string },
): Promise<void> {
  const advice = await unitAdvice(scene, { version, unitFile: unitFileOf(service) }, env)
  if (advice !== undefined) io.say(advice)
}

function unitFileOf(service: string): string {
  return join('/etc/systemd/system', service.endsWith('.service') ? service : `${service}.service`)
}

/** @param unitFile such as /etc/systemd/system/svc.service; without such a file nothing is advised */
export async function unitAdvice(
  scene: UpgradeScene,
  { version, unitFile }: { readonly version: string; readonly unitFile: string },
  env: CommandContext['env'],
): Promise<string | undefined> {
  const present = readText(unitFile)
  if (present === undefined) return undefined
  const { out, fault } = await runRelease(scene, version, { env, words: ['init', '--print-unit'] })
  if (fault !== undefined || out === present) return undefined
  return `svc ${version} writes another unit than ${unitFile}. Compare both, and write it anew: svc help upgrade.`
}
