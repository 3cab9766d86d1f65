/** The destination of a request, in words for people. */
interface TeacherDestination {
  /** `n8n.example.org`, with its port if it is not the default; and whether others on the way can read it. */
  text: string;
  /** Whether it is this machine. */
  isLoopback: boolean;
}

/** Describes the host of an address. */
export function describeHost(url: string): TeacherDestination {
  const { protocol, hostname, host } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
  return { text: protocol === 'http:' && !isLoopback ? `${host} (not encrypted)` : host, isLoopback };
}
