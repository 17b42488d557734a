/**
 * The part of an IP address by which rate limits count: an IPv4 address as a whole, of an IPv6 address the first four
 * groups, because a household has a whole /64 network.
 */
export function networkOf(ip: string): string {
  const [before = '', after] = ip.toLowerCase().split('::');
  if (!ip.includes(':') || /\d+\.\d+\.\d+\.\d+$/.test(ip)) return ip.replace(/^.*:/, '');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const front = groups(before);
  const back = groups(after ?? '');
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
