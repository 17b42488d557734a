// Decodes the text of a file, in whatever encoding a program wrote it.

/** The upper half of code page 850 (DOS in western Europe), which TextDecoder does not know. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

type Decode = (bytes: Uint8Array) => string;

const decode850: Decode = (bytes) =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (CP850[byte - 128] ?? ''))).join('');

/** As part of a stream: Node 20, in which the tests run, reads quotes and dashes wrongly otherwise. */
const decodeWestern: Decode = (bytes) => new TextDecoder('windows-1252').decode(bytes, { stream: true });

/** The label for TextDecoder of an encoding, as programs name it: "ISO 88591", "cp1250", "ANSI 1250", "UTF_8", "65001". */
function labelOf(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(?:utf8|(?:cp)?65001)$/.test(plain)) return 'utf-8';
  const [, windows] = /(125[0-8])$/.exec(plain) ?? [];
  if (windows) return `windows-${windows}`;
  const [, part] = /^(?:iso)?8859(\d{1,2})$/.exec(plain) ?? [];
  return part ? `iso-8859-${part}` : name.trim();
}

/** How to decode texts of a named encoding; null if the name means nothing. */
export function decoderNamed(name: string): Decode | null {
  // Code page 437 has the same letters at the same places, and 858 differs by one sign.
  if (/^\D*(?:850|858|437)\s*$/.test(name)) return decode850;
  try {
    const decoder = new TextDecoder(labelOf(name));
    return decoder.encoding === 'windows-1252' ? decodeWestern : (bytes) => decoder.decode(bytes);
  } catch {
    return null;
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 begins with its byte order mark, or with a letter of the Latin alphabet or a bracket, which has a byte of zero. */
function utf16Of([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

const XML_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * The text of a file: UTF-16, UTF-8 if it is valid, else what its XML declaration says, else Windows-1252. A declaration
 * does not win over valid UTF-8: programs often copy one without encoding the text accordingly.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const utf16 = bytes.length > 1 ? utf16Of(bytes) : null;
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const declared = XML_ENCODING.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1] ?? '';
  const decode = /^utf-?(?:8|16)/i.test(declared) ? null : decoderNamed(declared);
  return (decode ?? decodeWestern)(bytes);
}
