/**
 * The part of an IP address that rate limits count by: the whole of an IPv4 address, but only the first four groups of
 * an IPv6 address, because a household has a whole /64 network.
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
