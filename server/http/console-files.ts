// The built console as it lies on disk: which addresses it has, and the bytes of each in the encoding a
// browser takes. An address is looked up in a list of what was built, so none can lead out of the folder.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** Its name holds a digest of what it says: it never changes. */
export interface ConsoleFile {
  readonly contentType: string
  /** `br`, `gzip` where it was compressed when it was built. */
  readonly encodings: readonly ConsoleEncoding[]
  read(encoding: ConsoleEncoding | undefined): Buffer
}

export type ConsoleEncoding = 'br' | 'gzip'

export interface ConsoleFiles {
  /** The page itself, with marks in the place of nonces; undefined where nothing was built. */
  page(): string | undefined
  /** @param path Below `/console/`, such as `assets/main-x1.js` */
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

/** Notices when the folder is built anew, by the date of the page. */
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

/** Only what a page asks for: no page, no stamp, no list of the build. */
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

/** Read once, kept: all of it together is a few megabytes. */
function openFile(
  file: string,
  contentType: string,
  encodings: readonly ConsoleEncoding[],
): ConsoleFile {
  const kept = new Map<string, Buffer>()
  return {
    contentType,
    encodings,
    read(encoding) {
      const path = encoding === undefined ? file : file + suffixes[encoding]
      const bytes = kept.get(path) ?? readFileSync(path)
      kept.set(path, bytes)
      return bytes
    },
  }
}
