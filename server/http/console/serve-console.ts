// Serves the console: its page at every path below `/console` that is not a file, its files,
// and the redirect from `/`. It does not answer `/console/api`.

import { randomBytes } from 'node:crypto'
import { AppError } from '../../kernel/app-error.ts'
import type { Log } from '../../kernel/log.ts'
import type { Context } from '../context.ts'
import { replyNotModified } from '../not-modified.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'
import { isConsolePath } from './console-place.ts'
import { cspReportPath } from './csp-report.ts'

/** Placeholder for the nonce in the built page. */
const noncePlaceholder = '__SVC_NONCE__'
const htmlContentType = 'text/html; charset=utf-8'
const immutable = 'public, max-age=31536000, immutable'

export interface ServeConsoleNeeds {
  readonly consoleFiles: ConsoleFiles
  readonly log: Log
}

/**
 * Returns whether the request was for the console, which is then answered.
 * @throws AppError `not_found`, `method_not_allowed`
 */
export function serveConsole({ consoleFiles, log }: ServeConsoleNeeds, ctx: Context): boolean {
  const { route } = ctx.state
  if (route.kind !== 'outside' || route.unavailable !== undefined) return false
  if (!isConsolePath(ctx.path)) return false
  assertReads(ctx)
  const path = ctx.path.replace(/^\/console\/?/, '')
  if (ctx.path === '/') redirect(ctx)
  else if (path.startsWith('assets/')) sendFile(ctx, consoleFiles.find(path))
  else sendPage(ctx, consoleFiles.page(), log)
  return true
}

function redirect(ctx: Context): void {
  send(ctx, 302, { Location: '/console', 'Content-Type': 'text/plain; charset=utf-8' }, '')
}

function send(
  { state: { response } }: Context,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  Object.assign(response.headers, headers)
  response.status = status
  response.body = body
}

function assertReads({ method }: Context): void {
  if (method === 'GET' || method === 'HEAD') return
  const message = 'The console is a page: ask for it with GET or HEAD.'
  throw new AppError('method_not_allowed', message, { allow: ['GET', 'HEAD'] })
}

/** Each response has its own nonce, so browsers must not cache the page. */
function sendPage(ctx: Context, page: string | undefined, log: Log): void {
  if (page === undefined) {
    log.warn('console_not_built')
    send(ctx, 503, { 'Content-Type': htmlContentType }, notBuiltPage)
    return
  }
  const nonce = randomBytes(18).toString('base64')
  const headers = {
    'Content-Security-Policy': pagePolicy(nonce),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Content-Type': htmlContentType,
  }
  send(ctx, 200, headers, page.replaceAll(noncePlaceholder, nonce))
}

/**
 * Allows only this origin, and only scripts and styles that are files of it or carry this response's nonce. No text
 * becomes a script; it becomes markup by the page's own policy alone, which console/index.html makes.
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${cspReportPath}`,
  ].join('; ')
}

/** @throws AppError `not_found` */
function sendFile(ctx: Context, file: ConsoleFile | undefined): void {
  if (file === undefined) throw new AppError('not_found', 'The console has no such file.')
  const encoding = file.encodings.find((one) => ctx.acceptsEncodings(one) === one)
  const { bytes, etag } = file.read(encoding)
  const headers = {
    ...(encoding !== undefined && { 'Content-Encoding': encoding }),
    ...(file.encodings.length > 0 && { Vary: 'Accept-Encoding' }),
    'Cache-Control': immutable,
    'Content-Type': file.contentType,
    ETag: etag,
  }
  send(ctx, 200, headers, bytes)
  replyNotModified(ctx)
}

/** For a server that was started without the build that `npm start` and `npm test` run first. */
const notBuiltPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>svc</title>
<h1>The console is not built</h1>
<p>The server and its interface are running. To build the console, run this in the product's folder,
then load this page again:</p>
<pre>node scripts/prepare.js</pre>
</html>`
