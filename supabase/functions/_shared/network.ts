/**
 * The key that rate limits use for an address: for IPv6 the first four groups, since a household has a whole network.
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
