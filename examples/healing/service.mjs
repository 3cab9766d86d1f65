// A service on loopback that answers only who is logged in, and forgets logins after three questions.
import { createServer } from 'node:http';

const tokens = new Map();

const server = createServer((request, response) => {
  if (request.url === '/login') {
    const token = `t${tokens.size + 1}`;
    tokens.set(token, 3);
    return response.end(token);
  }
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const left = tokens.get(token) ?? 0;
  if (left === 0) {
    response.statusCode = 401;
    return response.end('Token expired');
  }
  tokens.set(token, left - 1);
  response.end('3 boats in the harbour');
});

server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
