// Runs a program under a Node that is new enough: this process if it is, otherwise the Node that npm installed
// with the product. Plain JavaScript, because an old Node has to read it.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const productDir = fileURLToPath(new URL('..', import.meta.url))

/** Set in the environment of the second run, so that an old Node is not tried again and again. */
const secondTry = '_SVC_SECOND_NODE'

/** Returns the oldest Node allowed, from `package.json` (`>=22.22`). */
function nodeFloor() {
  const { engines } = JSON.parse(readFileSync(join(productDir, 'package.json'), 'utf8'))
  return engines.node.replace('>=', '')
}

/** Whether this process runs under a Node that is new enough. */
export function isRightNode() {
  return isAtLeast(process.versions.node, nodeFloor())
}

function isAtLeast(version, floor) {
  const [major, minor] = version.split('.').map(Number)
  const [floorMajor, floorMinor = 0] = floor.split('.').map(Number)
  return major > floorMajor || (major === floorMajor && minor >= floorMinor)
}

/**
 * Runs `work` here, or `script` with the same arguments under the Node in node_modules. This process takes
 * over its exit status, or the signal that ended it.
 * @param {string} script
 * @param {() => Promise<void>} work
 * @param {readonly string[]} flags for Node itself, used if the process can be restarted with them
 */
export async function underRightNode(script, work, flags = []) {
  const isSecondTry = process.env[secondTry] !== undefined
  delete process.env[secondTry]
  if (isSecondTry) endWithParent()
  if (!existsSync(join(productDir, 'node_modules'))) {
    return refuse('its packages are not installed yet. Run: npm ci')
  }
  if (isRightNode()) {
    if (!isSecondTry) restartWith(flags, script)
    return work()
  }
  const node = isSecondTry ? undefined : installedNode()
  if (node === undefined) {
    return refuse(
      `it needs Node ${nodeFloor()} or newer, and this is ${process.versions.node}. ` +
        'Run npm ci, which brings one, or install a newer Node',
    )
  }
  const env = { ...process.env, [secondTry]: '1' }
  await runToEnd(node, [...unsetFlags(flags), script, ...process.argv.slice(2)], {
    stdio: [0, 1, 2, 'ipc'],
    env,
  })
}

/**
 * Restarts this process with the flags that it lacks, keeping its id and parent. Does nothing if that is not
 * allowed or would lose a channel to the parent: the flags only save memory.
 */
function restartWith(flags, script) {
  const missing = unsetFlags(flags)
  if (missing.length === 0 || process.execve === undefined || process.platform === 'win32') return
  if (process.permission !== undefined || process.channel) return
  const args = [...process.execArgv, ...missing, script, ...process.argv.slice(2)]
  process.execve(process.execPath, [process.execPath, ...args], process.env)
}

/** Returns the flags that the operator set neither on the command line nor in NODE_OPTIONS. */
function unsetFlags(flags) {
  const nameOf = (flag) => flag.split('=')[0].replaceAll('_', '-')
  const said = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)].map(nameOf)
  return flags.filter((flag) => !said.includes(nameOf(flag)))
}

/**
 * Runs a program, passes signals on to it and ends with its status or signal.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
async function runToEnd(program, args, options) {
  const end = await runProgram(program, args, options)
  if (end.signal) process.kill(process.pid, end.signal)
  process.exitCode = end.status
}

/**
 * Runs a program and passes signals on to it. The status is that of a shell: 128 plus the number of the signal
 * that ended it, or 127 if it could not be started.
 * @returns {Promise<{ status: number, signal?: NodeJS.Signals }>}
 */
export function runProgram(program, args, options) {
  const child = spawn(program, args, options)
  const passOn = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve) => {
    const end = (result) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(result)
    }
    child.once('error', () => end({ status: 127 }))
    child.once('exit', (code, signal) =>
      end(signal ? { status: 128 + constants.signals[signal], signal } : { status: code }),
    )
  })
}

/** Ends this process with its parent, which would otherwise leave a server behind when killed (`kill -9`). */
function endWithParent() {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

/** Returns the path of the Node that npm installed with the product, if any. */
export function installedNode() {
  const places = [`node-linux-${process.arch}/bin/node`, '.bin/node']
  return places.map((place) => join(productDir, 'node_modules', place)).find(existsSync)
}

function refuse(reason) {
  process.stderr.write(`svc cannot start: ${reason}.\n`)
  process.exitCode = 1
}
