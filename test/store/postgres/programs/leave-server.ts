// Starts a PostgreSQL server, prints where its shared memory is, and ends without stopping it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries, startLocalServer } from '../../../../scripts/postgres/local-server.ts'

const binaries = findBinaries()
if (binaries === undefined) throw new Error('no PostgreSQL')
const { socket } = await startLocalServer(binaries)
const lock = readFileSync(join(socket.host, 'data/postmaster.pid'), 'utf8').split('\n')
const maps = readFileSync(`/proc/${lock[0]}/maps`, 'utf8')
const files = [...maps.matchAll(/ (\/dev\/shm\/PostgreSQL\.\d+)/g)].map(([, file]) => file)
// The last line but one: key and id of the segment that guards the folder.
const segment = lock[6]?.trim().split(/\s+/)[1]
process.stdout.write(`${JSON.stringify({ folder: socket.host, segment, files })}\n`)
process.exit()
