// Runs for `npm start`: prepares the product, then runs `svc` with this process's arguments. One process with the flags
// that svc would restart itself for, because each start of Node takes 40 ms. Plain JavaScript for Node 18 or newer.

import './prepare.js'
import { launch } from '../cli/launch.js'
import { mainProgram } from '../server/kernel/built-files.js'

// The program was compared with its sources a moment ago.
if (!process.exitCode) await launch(process.env, () => mainProgram)
