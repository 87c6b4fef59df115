#!/usr/bin/env bash
# Does the project work at both ends of the ranges in pyproject.toml?
#
#   tools/matrix.sh                     Python 3.11, 3.12 and 3.13, lowest and newest
#   tools/matrix.sh 3.12                both ends with one Python
#   tools/matrix.sh 3.12 lowest         one environment
#
# Of the dependencies named in pyproject.toml, "lowest" takes the oldest version that has
# a wheel for this Python, "newest" the latest. What they depend on is always the latest.
# Each environment is made in a temporary folder and runs the quick tests, without the
# planted faults, and all cells of all notebooks (their results are compared with the
# pinned versions only). It needs uv (tests/requirements.txt), and interpreters on the
# path: it downloads none. With pyenv: PYENV_VERSION=3.11:3.12:3.13 tools/matrix.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pythons=("${1:-3.11 3.12 3.13}")
ends=("${2:-lowest newest}")
uv=(uv --quiet)
for own in .venv/bin/uv .venv/Scripts/uv.exe; do
  [[ -x $own ]] && uv=("$own" --quiet)
done
export UV_PYTHON_DOWNLOADS=never PYTHONDONTWRITEBYTECODE=1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# What the kernels and Matplotlib keep is theirs alone.
export IPYTHONDIR=$folder/ipython JUPYTER_DATA_DIR=$folder/jupyter MPLCONFIGDIR=$folder/matplotlib
unset PYTHONPATH VIRTUAL_ENV

rehearse() {
  local python=$1 end=$2 resolution=$3 environment=$folder/$1-$2
  "${uv[@]}" venv --python "$python" "$environment"
  local bin=$environment/bin
  [[ -d $bin ]] || bin=$environment/Scripts
  local interpreter=$bin/python
  [[ -e $interpreter ]] || interpreter=$bin/python.exe
  "${uv[@]}" pip install --python "$interpreter" --resolution "$resolution" \
    --only-binary :all: --no-binary attn-lib --refresh-package attn-lib \
    --editable '.[lessons]' --requirements tests/requirements.txt
  "${uv[@]}" pip freeze --python "$interpreter" |
    grep -iE '^(numpy|matplotlib|jupyterlab|ipykernel|ipywidgets|anywidget|nbval|tokenizers|safetensors)==' |
    tr '\n' ' '
  echo
  PATH=$bin:$PATH "$interpreter" -m pytest -q -p no:cacheprovider \
    -m "not browser and not notebook and not rehearsal" --ignore-glob "*planted*"
  PATH=$bin:$PATH "$interpreter" -m pytest -q -p no:cacheprovider \
    --nbval-lax --nbval-kernel-name python3 --nbval-current-env notebooks
  rm -rf "$environment"
}

failed=()
for python in ${pythons[*]}; do
  for end in ${ends[*]}; do
    resolution=highest
    [[ $end == lowest ]] && resolution=lowest-direct
    echo "== Python $python, $end"
    # Not in a condition, where `set -e` does not hold; and not in the background, where
    # an interrupt, which some tests send to themselves, is ignored.
    set +e
    (
      set -e
      rehearse "$python" "$end" "$resolution"
    )
    (($? == 0)) || failed+=("$python $end")
    set -e
  done
done
if ((${#failed[@]})); then
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
fi
