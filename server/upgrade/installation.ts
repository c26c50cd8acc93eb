// The layout of an installation: a folder of releases, each named by its version, and the link `current` to the one in
// use.

import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { compareVersions, type ReleaseDescription, releaseShape } from './release-description.ts'

export interface ReleaseInstallation {
  /** Usually /opt/svc. */
  readonly root: string
  /** Version that `current` leads to. */
  readonly current: string
}

/** Returns undefined for a product folder that was not made by install.sh, such as a checkout. */
export function findInstallation(productDir: string): ReleaseInstallation | undefined {
  const root = dirname(resolve(productDir))
  const current = linkedVersion(root)
  if (current === undefined || !/^\d+\.\d+\.\d+$/.test(basename(resolve(productDir))))
    return undefined
  return { root, current }
}

function linkedVersion(root: string): string | undefined {
  try {
    return basename(readlinkSync(join(root, 'current')))
  } catch {
    return undefined
  }
}

/** Makes `current` lead to the version, in one step. */
export function switchCurrent(root: string, version: string): void {
  const next = join(root, '.current.part')
  rmSync(next, { force: true })
  symlinkSync(version, next)
  renameSync(next, join(root, 'current'))
}

/** Versions that are unpacked, oldest first. */
export function installedVersions(root: string): readonly string[] {
  return readdirSync(root)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .filter((name) => lstatSync(join(root, name)).isDirectory())
    .sort(compareVersions)
}

/** @throws Error if the folder holds no release */
export function readDescription(folder: string): ReleaseDescription {
  return releaseShape.parse(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')))
}
