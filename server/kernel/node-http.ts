// Node's HTTP module. An `import` of it reads every export, among them the WebSocket client, and so loads Node's own
// fetch and HTTP/2 as well: 13 MB of memory and 50 ms of the start. Test: test/unit/http/lean-start.test.ts.

export const http = process.getBuiltinModule('node:http')
