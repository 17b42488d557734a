const ATTRIBUTES = {
  small: { width: 48, height: 48, className: 'size-12 rounded-2 bg-sunken object-cover' },
  plain: { width: 96, height: 96, className: 'size-24 rounded-2 bg-sunken object-cover' },
  large: { className: 'aspect-4/3 w-full rounded-2 bg-sunken object-contain' },
};

/** Small in a list, plain in a form, large in the view of a single record. */
export type PhotoSize = keyof typeof ATTRIBUTES;

/** The size of a photo; its space is reserved before it is loaded. */
export const photoAttributes = (size: PhotoSize): { width?: number; height?: number; className: string } =>
  ATTRIBUTES[size];
