// Reads the built console from disk, each file in the encoding that the browser accepts. Paths are looked up in
// a list of the built files, so no path can lead out of the folder.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const consoleFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** A built file. Its name holds a digest of its content, so it never changes. */
export interface ConsoleFile {
  readonly contentType: string
  /** The encodings in which the build stored it, the smallest first. */
  readonly encodings: readonly ConsoleEncoding[]
  read(encoding: ConsoleEncoding | undefined): StoredBytes
}

interface StoredBytes {
  readonly bytes: Buffer
  /** Differs between the encodings of a file (RFC 9110, 8.8.3.3). */
  readonly etag: string
}

type ConsoleEncoding = 'br' | 'gzip'

export interface ConsoleFiles {
  /** Returns the page, with placeholders for the nonces; undefined if the console is not built. */
  page(): string | undefined
  /** @param path below `/console/`, such as `assets/main-x1.js` */
  find(path: string): ConsoleFile | undefined
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

const suffixes: Readonly<Record<ConsoleEncoding, string>> = { br: '.br', gzip: '.gz' }

/** Reads the folder again when the date of the page changes. */
export function openConsoleFiles(folder: string = consoleFolder): ConsoleFiles {
  const pageFile = join(folder, 'index.html')
  let builtAt: number | undefined
  let page: string | undefined
  let files: ReadonlyMap<string, ConsoleFile> = new Map()

  function refresh(): void {
    const changedAt = statSync(pageFile, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt === builtAt) return
    builtAt = changedAt
    page = changedAt === undefined ? undefined : readFileSync(pageFile, 'utf8')
    files = changedAt === undefined ? new Map() : listFiles(folder)
  }

  return {
    page() {
      refresh()
      return page
    },
    find(path) {
      refresh()
      return files.get(path)
    },
  }
}

/** Lists only the files that a page requests, in `assets/`. */
function listFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const known = new Set(paths)
  const files = paths.flatMap((path): [string, ConsoleFile][] => {
    const contentType = contentTypes[/\.(\w+)$/.exec(path)?.[1] ?? '']
    if (contentType === undefined || !path.startsWith(`assets${sep}`)) return []
    const encodings = (['br', 'gzip'] as const).filter((one) => known.has(path + suffixes[one]))
    return [[path.replaceAll(sep, '/'), openFile(join(folder, path), contentType, encodings)]]
  })
  return new Map(files)
}

/** Reads a file once and keeps its bytes: all files together are a few megabytes. */
function openFile(
  file: string,
  contentType: string,
  encodings: readonly ConsoleEncoding[],
): ConsoleFile {
  const kept = new Map<string, StoredBytes>()
  return {
    contentType,
    encodings,
    read(encoding) {
      const path = encoding === undefined ? file : file + suffixes[encoding]
      const stored = kept.get(path) ?? readStored(path)
      kept.set(path, stored)
      return stored
    },
  }
}

function readStored(path: string): StoredBytes {
  const bytes = readFileSync(path)
  const digest = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, etag: `"${digest.slice(0, 22)}"` }
}
