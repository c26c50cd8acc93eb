// Runs for `npm start`: prepares the product, then runs `svc` with this process's arguments. One process with the flags
// that svc would restart itself for, because each start of Node takes 40 ms. Plain JavaScript for Node 18 or newer.

import './prepare.js'

if (!process.exitCode) await import('../cli/svc.js')
