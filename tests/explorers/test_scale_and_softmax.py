"""The softmax explorer of lesson 03."""

import math

import numpy as np
import pytest

import attn_lib as al
from attn_lib.explorers import SoftmaxExplorer
from tests.support.played import assert_sent, on_the_page


@pytest.mark.parametrize("temperature", [0.5, 1, 4])
@pytest.mark.parametrize(
    ("divisor", "number"),
    [("none", 1), ("√d_k", math.sqrt(128)), ("d_k", 128), ("√d_model", math.sqrt(512))],
)
def test_each_divisor_and_temperature_reach_the_weights(divisor, number, temperature):
    explorer = SoftmaxExplorer(
        d_k=128, divisor=divisor, temperature=temperature, seed=2
    )
    sent = on_the_page(explorer)
    scores = sent["Q"].astype(float) @ sent["K"].T
    np.testing.assert_allclose(sent["scores"], scores, rtol=1e-5, atol=1e-5)
    scaled = explorer.trace.scores / number / temperature
    np.testing.assert_allclose(sent["scaled"], scaled, rtol=1e-6)
    p = al.softmax(scaled)
    np.testing.assert_allclose(sent["weights"], p, rtol=1e-5, atol=1e-12)
    J = np.linalg.norm(np.diag(p[0]) - np.outer(p[0], p[0]))
    H = -(p[0] * np.log(p[0])).sum()
    np.testing.assert_allclose(sent["spread"], [[H, J]], rtol=1e-5, atol=1e-7)
    assert f"entropy {H:.2f} of at most 2.08" in explorer.caption
    assert f"norm of the Jacobian {J:.3f}" in explorer.caption
    assert f"divisor {divisor}, temperature {temperature}." in explorer.caption


def test_a_wider_d_k_adds_numbers_to_the_same_vectors():
    narrow, wide = (on_the_page(SoftmaxExplorer(d_k=d_k)) for d_k in (4, 512))
    assert wide["K"].shape == (8, 512)
    np.testing.assert_array_equal(narrow["K"], wide["K"][:, :4])
    np.testing.assert_array_equal(narrow["Q"], wide["Q"][:, :4])


def test_numbers_are_standard_normal_and_follow_the_seed():
    explorer = SoftmaxExplorer(d_k=512, seed=1)
    K = on_the_page(explorer)["K"]
    assert K.mean() == pytest.approx(0, abs=0.05)
    assert K.var() == pytest.approx(1, abs=0.05)
    explorer.seed.value = 2
    assert not np.allclose(on_the_page(explorer)["K"], K)
    assert "seed 2" in explorer.caption


def test_without_a_divisor_the_scores_stay():
    explorer = SoftmaxExplorer(divisor="none")
    assert_sent(explorer, {"scaled": explorer.trace.scores})


def test_d_model_is_said_since_it_cannot_be_moved():
    assert "d_model = 512" in SoftmaxExplorer(divisor="√d_model").caption


@pytest.mark.parametrize("setting", [{"d_k": 3}, {"temperature": 3}, {"divisor": "d"}])
def test_only_the_steps_of_a_slider_can_be_asked_for(setting):
    (name,) = setting
    with pytest.raises(ValueError, match=f"{name}: expected one of"):
        SoftmaxExplorer(**setting)
