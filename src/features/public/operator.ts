// Who runs this installation: told by the build's environment. In development a placeholder stands there.
export const OPERATOR = {
  name: import.meta.env.VITE_OPERATOR_NAME?.trim() || '[name of the operator]',
  address: import.meta.env.VITE_OPERATOR_ADDRESS?.trim() || '[address of the operator]',
};
