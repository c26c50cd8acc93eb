// The command that starts the server again: by the unit that install.sh wrote, or svc itself.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findInstallation } from '../../server/upgrade/installation.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { HasPlace } from '../place.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url))

/** The command to copy, where `svc serve` stands for whatever starts the server here. */
export function commandHere(session: HasPlace, command: string): string {
  return command === 'svc serve' ? startCommand(session) : commandToCopy(session, command)
}

/** @param hasUnit whether systemd runs the server of this release; a copy elsewhere, such as a drill, is none of its */
export function startCommand(session: HasPlace, hasUnit = isUnitThere()): string {
  const { config, dataDir, demo } = session.place
  const isElsewhere = config !== undefined || dataDir !== undefined || demo === true
  return hasUnit && !isElsewhere ? 'systemctl start svc' : commandToCopy(session, 'svc serve')
}

function isUnitThere(): boolean {
  return (
    findInstallation(productDir) !== undefined &&
    ['/run/systemd/system', '/etc/systemd/system/svc.service'].every((path) => existsSync(path))
  )
}
